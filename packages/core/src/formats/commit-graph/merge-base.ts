import { type CommitGraph, parentsOf, timeOf } from './commit-graph.js';
import { CommitSet } from './commit-set.js';
import { DateQueue } from './date-queue.js';
import { stepsPerSlice } from './walk.js';

const ofLeft = 1;
const ofRight = 2;
/** Behind a commit that both have: no merge base any more. */
const stale = 4;
const found = 8;
const marks = ofLeft | ofRight | stale;

/** Commits with what is known of them, of which some wait for their turn. */
class Painting {
  readonly #flags: Uint8Array;
  readonly #queue: DateQueue;
  readonly #graph: CommitGraph;
  /** How often a commit waits: once for each mark at most. */
  readonly #waits: Uint8Array;
  /** How many waits there are of commits that are not stale. */
  #freshWaits = 0;

  constructor(graph: CommitGraph) {
    this.#graph = graph;
    this.#flags = new Uint8Array(graph.commitCount);
    this.#waits = new Uint8Array(graph.commitCount);
    this.#queue = new DateQueue(graph);
  }

  has(commit: number, flags: number): boolean {
    return ((this.#flags[commit] ?? 0) & flags) === flags;
  }

  /** Adds to what is known of a commit. */
  mark(commit: number, flags: number): void {
    const wasStale = this.has(commit, stale);
    this.#flags[commit] = (this.#flags[commit] ?? 0) | flags;
    if (!wasStale && this.has(commit, stale)) this.#freshWaits -= this.#waits[commit] ?? 0;
  }

  /** What is known of a commit has to reach its parents. */
  wait(commit: number): void {
    this.#queue.put(commit);
    this.#waits[commit] = (this.#waits[commit] ?? 0) + 1;
    if (!this.has(commit, stale)) this.#freshWaits += 1;
  }

  /** The newest that waits, until none does that could lead to a merge base. */
  next(): number | undefined {
    if (this.#freshWaits === 0) return undefined;
    const commit = this.#queue.take();
    if (commit === undefined) return undefined;
    this.#waits[commit] = (this.#waits[commit] ?? 0) - 1;
    if (!this.has(commit, stale)) this.#freshWaits -= 1;
    return commit;
  }

  /** Passes what is known of a commit to its parents. */
  passToParents(commit: number, more: number): void {
    const flags = ((this.#flags[commit] ?? 0) & marks) | more;
    for (const parent of parentsOf(this.#graph, commit)) {
      if (this.has(parent, flags)) continue;
      this.mark(parent, flags);
      this.wait(parent);
    }
  }
}

type Pause = () => Promise<void>;

/** Commits that both have, among them all that are behind no other such commit, in the order in which git comes upon them. */
const commonCommits = async (graph: CommitGraph, left: number, right: number, pause: Pause): Promise<readonly number[]> => {
  const painting = new Painting(graph);
  painting.mark(left, ofLeft);
  painting.mark(right, ofRight);
  painting.wait(left);
  painting.wait(right);
  const common: number[] = [];
  let steps = 0;
  for (let commit = painting.next(); commit !== undefined; commit = painting.next()) {
    steps += 1;
    if (steps % stepsPerSlice === 0) await pause();
    const isCommon = painting.has(commit, ofLeft | ofRight) && !painting.has(commit, stale);
    if (isCommon && !painting.has(commit, found)) {
      painting.mark(commit, found);
      common.push(commit);
    }
    painting.passToParents(commit, isCommon ? stale : 0);
  }
  return common.filter((commit) => !painting.has(commit, stale));
};

/** Those of the commits that are behind no other one of them. However many they are, each commit between them is looked at once, for no parent has a higher number. */
const foremost = async (graph: CommitGraph, commits: readonly number[], pause: Pause): Promise<readonly number[]> => {
  if (commits.length <= 1) return commits;
  const behind = new CommitSet(graph.commitCount);
  const ahead = new CommitSet(graph.commitCount);
  let [lowest, highest] = [graph.commitCount, 0];
  for (const commit of commits) {
    ahead.add(commit);
    lowest = Math.min(lowest, commit);
    highest = Math.max(highest, commit);
  }
  for (let commit = highest; commit > lowest; commit -= 1) {
    if (commit % stepsPerSlice === 0) await pause();
    if (ahead.has(commit) || behind.has(commit)) for (const parent of parentsOf(graph, commit)) behind.add(parent);
  }
  return commits.filter((commit) => !behind.has(commit));
};

/**
 * The commit that `git merge-base` names: the best one that both have, such that no other common commit is ahead of it; of several the newest. Undefined where
 * the two have nothing in common. It looks at commits as git does, so that it names the same one where times are equal or run backwards. `pause` is called
 * after every few milliseconds of work.
 */
export const mergeBase = async (graph: CommitGraph, left: number, right: number, pause: Pause): Promise<number | undefined> => {
  if (left === right) return left;
  const best = await foremost(graph, await commonCommits(graph, left, right, pause), pause);
  return best.toSorted((one, other) => timeOf(graph, other) - timeOf(graph, one))[0];
};
