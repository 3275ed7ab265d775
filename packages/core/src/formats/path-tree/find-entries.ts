import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { FolderTotals, PathEntry } from '../../model/git-index/path-entry.js';
import { isFolder, type LoadNodes, type NodeReference, pathEntryOf, type StoredEntry } from './node.js';
import { createNodeReader, type NodeReader } from './node-reader.js';
import { pathKey } from './path-key.js';
import { eachTouchedEntry, touchNodes } from './touched-nodes.js';

const findStored = async (
  reader: NodeReader,
  root: NodeReference,
  sortedKeys: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry>> => {
  const found = new Map<string, StoredEntry>();
  const touched = sortedKeys.length === 0 ? undefined : await touchNodes(reader, root, sortedKeys);
  if (touched !== undefined) eachTouchedEntry(touched, sortedKeys, (at, entry) => found.set(sortedKeys[at] ?? '', entry));
  return found;
};

/**
 * What a tree has at paths, in any order: as many calls of `load` as the tree has levels. Paths that are not there are not in the answer.
 *
 * @throws PathTreeCorrupted
 */
export const findEntries = async (
  load: LoadNodes,
  root: NodeReference,
  paths: readonly GitPath[],
): Promise<ReadonlyMap<GitPath, PathEntry>> => {
  const keys = paths.map(pathKey);
  const found = await findStored(createNodeReader(load), root, keys.toSorted());
  return new Map(
    paths.flatMap((path, at) => {
      const entry = found.get(keys[at] ?? '');
      return entry === undefined ? [] : [[path, pathEntryOf(entry)]];
    }),
  );
};

/**
 * What a tree has at a path.
 *
 * @throws PathTreeCorrupted
 */
export const findEntry = async (load: LoadNodes, root: NodeReference, path: GitPath): Promise<PathEntry | undefined> =>
  (await findEntries(load, root, [path])).get(path);

/**
 * What lies below a folder, at any depth; undefined where the tree has no such folder.
 *
 * @throws PathTreeCorrupted
 */
export const totals = async (load: LoadNodes, root: NodeReference, folder: GitFolder): Promise<FolderTotals | undefined> => {
  const key = pathKey(folder);
  const entry = (await findStored(createNodeReader(load), root, [key])).get(key);
  return entry !== undefined && isFolder(entry) ? { files: entry.files, sizeBytes: entry.sizeBytes } : undefined;
};
