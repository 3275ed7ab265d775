import type { Pause } from '../../concurrency/pause-of.js';
import { compareNewestFirst, parentsOf } from '../../formats/commit-graph/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import { createEntriesOfCommits, type EntriesOfCommits } from './entries-of-commits.js';
import { createFindDeletion } from './find-deletion.js';
import type { History } from './open-history.js';

/** A commit of the history of a path, and what the path is called there. */
export interface PathLine {
  readonly commit: number;
  readonly path: GitPath;
}

/** What a commit has made of a path. */
export interface PathVersion extends PathLine {
  /** Undefined where the commit removed it. */
  readonly entry: PathEntry | undefined;
  /** What the first parent has, under `former` if the path was renamed; undefined where it has nothing. */
  readonly before: PathEntry | undefined;
  /** By which name the first parent has it, where that is another one. */
  readonly former: GitPath | undefined;
}

/** The names that a path may have had in the first parent of a commit that has brought it, the likeliest first. */
export type FindFormer = (commit: number, path: GitPath) => Promise<readonly GitPath[]>;

export interface PathHistory {
  /** The next versions, the newest first; fewer than `limit` at the end. */
  next(limit: number): Promise<readonly PathVersion[]>;
  /** Where it goes on: each line of the history with its next version. None at the end. */
  ahead(): readonly PathLine[];
}

const noFormer: FindFormer = () => Promise.resolve([]);

/** A folder is no file that could have had another name. */
const isFile = (entry: PathEntry | undefined): entry is PathEntry => entry !== undefined && entry.mode !== folderMode;

const keyOf = ({ commit, path }: PathLine): string => `${commit} ${path}`;

/**
 * The commits of `git log <commit> -- <path>`, the path taken literally, each with what it made of the path: those that do not have it as any of their parents
 * do; behind a merge that has it as some parent does, only the first such parent is followed. No commit comes before its children; among lines of history the
 * newest commit comes first.
 *
 * Entries say which commit changed them last, so it goes from one version to the next and reads nothing of the commits between them.
 */
const createPathHistory = (
  history: History,
  entries: EntriesOfCommits,
  lines: readonly PathLine[],
  pause: Pause,
  findFormer: FindFormer,
): PathHistory => {
  const { graph } = history;
  const findDeletion = createFindDeletion(history, entries, pause);
  /** In the order in which they come. What was here never comes back, for only descendants of a commit lead to it. */
  const queue: PathLine[] = [];

  const comesBefore = (left: PathLine, right: PathLine): boolean => {
    const order = compareNewestFirst(graph, left.commit, right.commit);
    return order < 0 || (order === 0 && left.path < right.path);
  };

  const put = (line: PathLine): void => {
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = queue[middle];
      if (other !== undefined && comesBefore(other, line)) low = middle + 1;
      else high = middle;
    }
    const there = queue[low];
    if (there === undefined || keyOf(there) !== keyOf(line)) queue.splice(low, 0, line);
  };

  /** Puts the version that a commit shows, whose entry is given. */
  const reach = async (commit: number, path: GitPath, entry: PathEntry | undefined): Promise<void> => {
    const shownBy = entry === undefined ? await findDeletion(commit, path) : entry.changedIn;
    if (shownBy !== undefined) put({ commit: shownBy, path });
  };

  /** Where the first parent has what a commit has brought: at a path where the commit has no file. */
  const formerOf = async (
    { commit, path }: PathLine,
    first: number,
  ): Promise<{ readonly path: GitPath; readonly entry: PathEntry } | undefined> => {
    for (const former of await findFormer(commit, path)) {
      const [entry, kept] = await entries.find([first, commit], former);
      if (isFile(entry) && !isFile(kept)) return { path: former, entry };
    }
    return undefined;
  };

  /** `wanted`: with this one. */
  const take = async (line: PathLine, wanted: number): Promise<PathVersion> => {
    const { commit, path } = line;
    const parents: readonly number[] = [...parentsOf(graph, commit)];
    const inParents = await entries.find([...parents, commit], path, wanted);
    const entry = inParents[parents.length];
    const [first] = parents;
    const isNew = isFile(entry) && first !== undefined && !isFile(inParents[0]);
    const former = isNew ? await formerOf(line, first) : undefined;
    for (const [at, parent] of parents.entries()) {
      if (at === 0 && former !== undefined) await reach(parent, former.path, former.entry);
      else await reach(parent, path, inParents[at]);
    }
    const before = former?.entry ?? (first === undefined ? undefined : inParents[0]);
    return { commit, path, entry, before, former: former?.path };
  };

  for (const line of lines) put(line);
  return {
    next: async (limit) => {
      const versions: PathVersion[] = [];
      while (versions.length < limit) {
        const line = queue.shift();
        if (line === undefined) break;
        versions.push(await take(line, limit - versions.length));
      }
      return versions;
    },
    ahead: () => [...queue],
  };
};

/** The history of a path from a commit on: of what the commit has there, or, where that is nothing, of what it had. */
export const beginPathHistory = async (
  history: History,
  { commit, path }: PathLine,
  pause: Pause,
  findFormer: FindFormer = noFormer,
): Promise<PathHistory> => {
  const entries = createEntriesOfCommits(history);
  const [entry] = await entries.find([commit], path);
  const last = entry === undefined ? await createFindDeletion(history, entries, pause)(commit, path) : entry.changedIn;
  return createPathHistory(history, entries, last === undefined ? [] : [{ commit: last, path }], pause, findFormer);
};

/** The history from where another one has ended. */
export const continuePathHistory = (
  history: History,
  ahead: readonly PathLine[],
  pause: Pause,
  findFormer: FindFormer = noFormer,
): PathHistory => createPathHistory(history, createEntriesOfCommits(history), ahead, pause, findFormer);
