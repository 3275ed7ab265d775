import { type CommitGraph, firstParentOf, parentsOf } from '../../formats/commit-graph/index.js';

/** The commits that the history of one path is likely to look into: guesses, which cost time where they are wrong and nothing else. */
export interface LikelyCommits {
  /** Some commits to look into together with this one, of which versions are looked for; each is told once. `wanted`: how many versions are still asked for. */
  beside(commit: number, wanted: number): readonly number[];
  /** Some commit has the path as this one has changed it. */
  note(changedIn: number): void;
}

/** As many as one call loads the nodes of. */
const maxAtOnce = 64;

/** There are so many times more guesses the next time. */
const growth = 16;

/** So many looks after a guess there is another one: versions may lie closer together by now than it took them to. */
const looksPerGuess = 4;

/** Guesses are so many times as far apart as versions: what lies between them is found from version to version, and closer ones often find the same. */
const spread = 2;

/** First parents that are passed on the way to what is guessed: some milliseconds. */
const maxSteps = 100_000;

/**
 * A version is found by looking into the commit before the next one, so versions are found one after the other. Commits that lie as far apart as versions did
 * until here mostly have a version each, though, and behind each of those the next one can be looked for at the same time.
 */
export const createLikelyCommits = (graph: CommitGraph): LikelyCommits => {
  /** Parents of versions, and guesses. */
  const likely = new Set<number>();
  /** Since the last guesses. */
  const versions = new Set<number>();
  /** The commit itself is the first of them. */
  let guesses = 1;
  let looksSince = 0;
  let guessedFrom: number | undefined;
  let guessedTo = Infinity;

  /** Guesses commits so far apart, along first parents. */
  const guess = (commit: number, distance: number): void => {
    guessedFrom = commit;
    guessedTo = commit;
    let at: number | undefined = commit;
    let left = guesses - 1;
    for (let steps = 0; left > 0 && at !== undefined && steps < maxSteps; steps += 1) {
      at = firstParentOf(graph, at);
      if (at === undefined || at > guessedTo - distance) continue;
      likely.add(at);
      guessedTo = at;
      left -= 1;
    }
  };

  /** Goes on behind what was guessed. */
  const guessOn = (commit: number, wanted: number): void => {
    const distance = guessedFrom === undefined ? 1 : Math.max(1, (guessedFrom - commit) / Math.max(1, versions.size));
    if (guessedFrom !== undefined) guesses *= growth;
    guesses = Math.max(1, Math.min(guesses, maxAtOnce, Math.ceil(wanted / spread)));
    versions.clear();
    looksSince = 0;
    guess(commit, distance * spread);
  };

  return {
    beside: (commit, wanted) => {
      looksSince += 1;
      if (commit < guessedTo || looksSince > looksPerGuess) guessOn(commit, wanted);
      likely.delete(commit);
      const next = [...likely].toSorted((left, right) => right - left).slice(0, maxAtOnce - 1);
      for (const each of next) likely.delete(each);
      return next;
    },
    note: (changedIn) => {
      if (versions.has(changedIn)) return;
      versions.add(changedIn);
      for (const parent of parentsOf(graph, changedIn).subarray(0, 2)) likely.add(parent);
    },
  };
};
