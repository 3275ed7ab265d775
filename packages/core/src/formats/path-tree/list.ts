import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { FolderTotals, PathEntry } from '../../model/git-index/path-entry.js';
import { countUpTo, isFolder, type LoadNodes, type NodeReference, pathEntryOf, type StoredEntry } from './node.js';
import { createNodeReader, type NodeReader } from './node-reader.js';
import { type KeyRange, keysBelowFolder, keysInFolder, nameOfKey, pathKey, pathOfKey, rangeAfter } from './path-key.js';
import { scanLeaves } from './scan-leaves.js';

export interface ListedName {
  /** One segment. */
  readonly name: GitPath;
  readonly entry: PathEntry;
  /** Of a folder: what is below it at any depth. Of all else: of itself. */
  readonly totals: FolderTotals;
}

export interface ListedPath {
  readonly path: GitPath;
  readonly entry: PathEntry;
}

export interface ListPage {
  /** What the page before ended with. */
  readonly after?: GitPath | undefined;
  readonly limit: number;
}

type TakeEntry = (key: string, entry: StoredEntry) => void;

/** Gives the entries in a range to `take`, in order, until that has taken enough. */
const eachInRange = async (
  reader: NodeReader,
  root: NodeReference,
  range: KeyRange,
  limit: number,
  take: TakeEntry,
  hasEnough: () => boolean,
): Promise<void> => {
  if (hasEnough()) return;
  for await (const leaf of scanLeaves(reader, root, range, limit)) {
    const first = countUpTo(leaf.keys, range.from);
    // The beginning of a range is itself a key where a page goes on.
    for (let at = leaf.keys[first - 1] === range.from ? first - 1 : first; at < leaf.keys.length; at += 1) {
      const [key, entry] = [leaf.keys[at], leaf.entries[at]];
      if (key === undefined || entry === undefined || (range.to !== undefined && key >= range.to) || hasEnough()) return;
      take(key, entry);
    }
    if (hasEnough()) return;
  }
};

/**
 * What lies in a folder itself, files and folders, by name in byte order. `after` is a name in it. A folder that is not there is empty.
 *
 * @throws PathTreeCorrupted
 */
export const listFolder = async (
  load: LoadNodes,
  root: NodeReference,
  folder: GitFolder,
  { after, limit }: ListPage,
): Promise<readonly ListedName[]> => {
  const all = keysInFolder(folder);
  const range = after === undefined ? all : rangeAfter(all, all.from + after);
  const listed: ListedName[] = [];
  const take: TakeEntry = (key, entry) => {
    const totals = { files: entry.files, sizeBytes: entry.sizeBytes };
    listed.push({ name: nameOfKey(key), entry: pathEntryOf(entry), totals });
  };
  await eachInRange(createNodeReader(load), root, range, limit, take, () => listed.length >= limit);
  return listed;
};

/**
 * The files below a folder at any depth, those of a folder before those of its folders (`comparePaths`). Paths are whole, `after` too.
 *
 * @throws PathTreeCorrupted
 */
export const listBelow = async (
  load: LoadNodes,
  root: NodeReference,
  folder: GitFolder,
  { after, limit }: ListPage,
): Promise<readonly ListedPath[]> => {
  const all = keysBelowFolder(folder);
  const range = after === undefined ? all : rangeAfter(all, pathKey(after));
  const listed: ListedPath[] = [];
  const take: TakeEntry = (key, entry) => {
    if (!isFolder(entry)) listed.push({ path: pathOfKey(key), entry: pathEntryOf(entry) });
  };
  await eachInRange(createNodeReader(load), root, range, limit, take, () => listed.length >= limit);
  return listed;
};

/**
 * The first of some paths that has something below it, and be it an empty folder.
 *
 * @throws PathTreeCorrupted
 */
export const findNotEmpty = async (
  load: LoadNodes,
  root: NodeReference,
  paths: readonly GitPath[],
): Promise<GitPath | undefined> => {
  const reader = createNodeReader(load);
  for (const path of paths) {
    const found: string[] = [];
    const take: TakeEntry = (key) => void found.push(key);
    await eachInRange(reader, root, keysBelowFolder(path), 1, take, () => found.length > 0);
    if (found.length > 0) return path;
  }
  return undefined;
};
