import { differences, findEntry, type PathDifference } from '../../formats/path-tree/index.js';
import type { IndexedCommit } from '../../model/git-index/git-index.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import type { History } from './open-history.js';

/** Two commits, and what of their trees is compared: a file or all below a folder. */
export interface ComparedTrees {
  readonly base: IndexedCommit;
  readonly head: IndexedCommit;
  readonly path: GitFolder;
}

const fileAt = async ({ load }: History, { root }: IndexedCommit, path: GitPath): Promise<PathEntry | undefined> => {
  const entry = await findEntry(load, root, path);
  return entry?.mode === folderMode ? undefined : entry;
};

/** What differs at the path itself, which may be a file in one commit and a folder in the other. */
const ownDifference = async (history: History, { base, head, path }: ComparedTrees): Promise<readonly PathDifference[]> => {
  if (path === '') return [];
  const [before, after] = [await fileAt(history, base, path), await fileAt(history, head, path)];
  const isSame = before?.mode === after?.mode && before?.object === after?.object;
  return isSame ? [] : [{ path, before, after }];
};

/** The next files that the two trees do not have alike: that of the path itself, then those below it in the order of `comparePaths`. */
export const nextDifferences = async (
  history: History,
  compared: ComparedTrees,
  after: GitPath | undefined,
  limit: number,
): Promise<readonly PathDifference[]> => {
  const { base, head, path } = compared;
  const own = after === undefined ? await ownDifference(history, compared) : [];
  const page = { after: after === path ? undefined : after, limit: limit - own.length, below: path };
  return page.limit <= 0 ? own : [...own, ...(await differences(history.load, base.root, head.root, page))];
};
