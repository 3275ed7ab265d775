import { findEntries, type NodeReference, type PathDifference } from '../../formats/path-tree/index.js';
import type { GitRename } from '../../model/git-index/git-index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import type { FoundChange } from './found-change.js';
import type { History } from './open-history.js';

/** A commit and what it is compared with: its first parent, or nothing where it has none. */
export interface ComparedCommit {
  readonly number: number;
  readonly root: NodeReference;
  readonly parentRoot: NodeReference | undefined;
}

/** A rename that is true to both trees, with what was at the former path. */
interface TrueRename extends GitRename {
  readonly before: PathEntry;
}

type FindFile = (path: GitPath) => PathEntry | undefined;

const findFiles = async ({ load }: History, root: NodeReference | undefined, paths: readonly GitPath[]): Promise<FindFile> => {
  const entries = root === undefined ? undefined : await findEntries(load, root, paths);
  return (path) => {
    const entry = entries?.get(path);
    return entry?.mode === folderMode ? undefined : entry;
  };
};

/** By their new paths. A client can send what is not so: only a file that is gone can have become one that is new, and one new file was one file before. */
const trueRenames = async (
  history: History,
  { root, parentRoot }: ComparedCommit,
  renames: readonly GitRename[],
): Promise<ReadonlyMap<GitPath, TrueRename>> => {
  const paths = [...new Set(renames.flatMap(({ from, to }) => [from, to]))];
  const wasAt = await findFiles(history, parentRoot, paths);
  const isAt = await findFiles(history, root, paths);
  const found = new Map<GitPath, TrueRename>();
  for (const rename of renames.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const { from, to } = rename;
    const before = wasAt(from);
    const isMove = before !== undefined && isAt(from) === undefined && wasAt(to) === undefined && isAt(to) !== undefined;
    if (isMove && !found.has(to)) found.set(to, { ...rename, before });
  }
  return found;
};

const noRenames: ReadonlyMap<GitPath, TrueRename> = new Map();

/**
 * Differences of a commit with a renamed file as one change, at its new path, as `git diff-tree -M` tells them. It goes by the renames that were sent with
 * the commit, and asks for those alone that concern what is given, so each page of the differences may be paired by itself.
 */
export const pairRenames = async (
  history: History,
  compared: ComparedCommit,
  found: readonly PathDifference[],
): Promise<readonly FoundChange[]> => {
  const { queries, repositoryId } = history;
  const { number } = compared;
  const removed = found.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  const added = found.flatMap(({ path, before }) => (before === undefined ? [path] : []));
  // A commit has one rename of a path, and one to a path.
  const leaving = removed.length === 0 ? [] : await queries.findRenamesFrom(repositoryId, number, removed, removed.length);
  const newPaths = [...new Set([...added, ...leaving.map(({ to }) => to)])];
  const coming = newPaths.length === 0 ? [] : await queries.findRenamesTo(repositoryId, number, newPaths, newPaths.length);
  const renames = coming.length === 0 ? noRenames : await trueRenames(history, compared, coming);
  const moved = new Set([...renames.values()].map(({ from }) => from));
  return found.flatMap((change): readonly FoundChange[] => {
    const { path, before, after } = change;
    // It is told at its new path.
    if (after === undefined && moved.has(path)) return [];
    const rename = before === undefined ? renames.get(path) : undefined;
    if (rename === undefined) return [{ ...change, former: undefined }];
    const { from, similarity } = rename;
    return [{ path, before: rename.before, after, former: { path: from, similarity } }];
  });
};
