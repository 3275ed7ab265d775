import { trusted } from '../../model/values/brand.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';

/**
 * The keys of a path tree put what lies in one folder beside each other, before what lies in its folders, and all that is below a folder beside each other.
 * A key is the folder with `\0\x01` for each `/`, `\0\0`, and the name. No byte of a path is 0, so a folder's end sorts before the slash, and the slash
 * before all that a name may go on with: `a`, `a/b` and `a.b` are three folders whose contents never mix.
 */
const slash = '\0\x01';
const folderEnd = '\0\0';

/** The folder of all, which no path names: what is counted below it. */
export const rootKey = '';

const folderPart = (folder: string): string => folder.replaceAll('/', slash);

export const pathKey = (path: GitFolder): string => {
  if (path === '') return rootKey;
  const end = path.lastIndexOf('/');
  return end === -1 ? folderEnd + path : folderPart(path.slice(0, end)) + folderEnd + path.slice(end + 1);
};

/** The path of a key that is not the root's. */
export const pathOfKey = (key: string): GitPath => {
  const end = key.lastIndexOf(folderEnd);
  const name = key.slice(end + folderEnd.length);
  return trusted<GitPath>(end === 0 ? name : `${key.slice(0, end).replaceAll(slash, '/')}/${name}`);
};

export const nameOfKey = (key: string): GitPath => trusted<GitPath>(key.slice(key.lastIndexOf(folderEnd) + folderEnd.length));

/** Keys from one on, and up to another that is not among them; to the end where there is none. */
export interface KeyRange {
  readonly from: string;
  readonly to: string | undefined;
}

/** The keys of what lies in a folder itself. */
export const keysInFolder = (folder: GitFolder): KeyRange => ({
  from: folderPart(folder) + folderEnd,
  to: folderPart(folder) + slash,
});

/** The keys of all that lies below a folder. */
export const keysBelowFolder = (folder: GitFolder): KeyRange =>
  folder === '' ? { from: folderEnd, to: undefined } : { from: `${folderPart(folder)}\0`, to: `${folderPart(folder)}\x01` };

/** What of a range comes after a key. */
export const rangeAfter = (range: KeyRange, key: string): KeyRange => ({
  ...range,
  from: key < range.from ? range.from : `${key}\0`,
});

/** Negative when the first path comes before the other one in the order of a path tree, 0 when they are the same. */
export const comparePaths = (left: GitPath, right: GitPath): number => {
  const [leftKey, rightKey] = [pathKey(left), pathKey(right)];
  return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0;
};
