import type { Pause } from '../../concurrency/pause-of.js';
import { changeTreeBytes, hashGitObject, type TreeChange } from '../../formats/git-objects/index.js';
import { findEntries, type LoadNodes, type NodeReference } from '../../formats/path-tree/index.js';
import type { GitId, GitObjectFormat } from '../../model/git-index/git-id.js';
import type { GitObject, OddTree, PendingFolder } from '../../model/git-index/git-index.js';
import { folderOfGitPath, type GitFolder, type GitPath, nameOfGitPath } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import { KIB } from '../../model/values/byte-count.js';
import type { Hasher } from '../../ports/hasher.js';
import { type FindObjectIds, readTreeBytes } from './index-trees.js';
import type { SentChange } from './sent-trees.js';

/** The bytes of Git trees by the numbers of their objects: those that were put, and what is kept of others. */
export interface TreeBytes {
  get(object: number): Uint8Array | undefined;
  /** `former`: which one it takes the place of. */
  put(object: number, bytes: Uint8Array, former: number | undefined): void;
}

export interface TreeCheckParts {
  readonly hasher: Pick<Hasher, 'sha1' | 'sha256'>;
  readonly format: GitObjectFormat;
  readonly load: LoadNodes;
  readonly findIds: FindObjectIds;
  readonly trees: TreeBytes;
  /** Between folders, which may be large, and between parts of them. */
  readonly pause: Pause;
}

/** The tree that a commit changes. */
export interface BaseTree {
  readonly root: NodeReference;
  readonly treeObject: number;
}

/** The folders whose bytes changes may concern: those that are named, and all that lie above what is named. */
export const foldersOf = (changes: readonly SentChange[]): ReadonlySet<GitFolder> => {
  const folders = new Set<GitFolder>(['']);
  for (const { path, file } of changes) {
    if (file?.mode === folderMode) folders.add(path);
    for (let folder = folderOfGitPath(path); folder !== '' && !folders.has(folder); folder = folderOfGitPath(folder)) {
      folders.add(folder);
    }
  }
  return folders;
};

/** Whether more than `most` folders lie above changes and are not among them. */
export const hasMoreUnnamedFolders = (changes: readonly SentChange[], most: number): boolean => {
  // A folder has two bytes of a path at least: most commits are spared the rest.
  if (changes.reduce((sum, { path }) => sum + path.length, 0) <= 2 * most) return false;
  const named = new Set<GitFolder>(changes.map(({ path }) => path));
  const unnamed = new Set<GitFolder>();
  for (const { path } of changes) {
    for (let folder = folderOfGitPath(path); folder !== ''; folder = folderOfGitPath(folder)) {
      if (named.has(folder) || unnamed.has(folder)) break;
      unnamed.add(folder);
      if (unnamed.size > most) return true;
    }
  }
  return false;
};

const empty = new Uint8Array();

/** Bytes of trees that hold the thread for a few milliseconds, and what takes as long about a folder, however small it is. */
const bytesPerSlice = 256 * KIB;
const bytesPerFolder = 16 * KIB;

const groupByFolder = (changes: readonly SentChange[]): ReadonlyMap<GitFolder, TreeChange[]> => {
  const groups = new Map<GitFolder, TreeChange[]>();
  for (const { path, file } of changes) {
    const folder = folderOfGitPath(path);
    const change = { name: nameOfGitPath(path), entry: file };
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [change]);
    else group.push(change);
  }
  return groups;
};

/** Changes of a commit, and which of its folders have odd trees. */
export interface CheckedChanges {
  readonly changes: readonly SentChange[];
  readonly oddTrees: ReadonlyMap<GitFolder, OddTree>;
}

/** Whether a tree has the claimed id although it hashes to another one, as git would write it. */
const isOddTree = (odd: OddTree | undefined, plainId: GitId, claimed: GitId | undefined): boolean =>
  odd !== undefined && odd.plainId === plainId && odd.id === claimed;

/**
 * Whether the folders that a commit changes, and the folder of all, hash to the ids that it names for them. What it does not change was checked with the
 * commit before, so then the whole tree is the one that the commit names. `known`: what the base has at the folders, where that was read already.
 */
export const isTreeOfChanges = async (
  { hasher, format, load, findIds, trees, pause }: TreeCheckParts,
  base: BaseTree | undefined,
  known: ReadonlyMap<GitFolder, PathEntry> | undefined,
  { changes, oddTrees }: CheckedChanges,
  rootObject: GitObject,
  objectOf: (id: GitId) => GitObject,
): Promise<boolean> => {
  const idBytes = format === 'sha1' ? 20 : 32;
  const folders = foldersOf(changes);
  const named = (): readonly GitPath[] => [...folders].flatMap((folder) => (folder === '' ? [] : [folder]));
  const before = known ?? (base === undefined ? undefined : await findEntries(load, base.root, named()));
  const claims = new Map<GitFolder, SentChange>(changes.map((change) => [change.path, change]));
  const direct = groupByFolder(changes);
  let workedOn = 0;
  for (const folder of folders) {
    const claim = claims.get(folder);
    // What is no folder any more is a name of the folder above.
    if (claim !== undefined && claim.file?.mode !== folderMode) continue;
    const entry = folder === '' || base === undefined ? undefined : before?.get(folder);
    const old = folder === '' ? base?.treeObject : entry?.mode === folderMode ? entry.object : undefined;
    const claimed = folder === '' ? rootObject : claim?.file && objectOf(claim.file.id);
    const names = direct.get(folder) ?? [];
    const isSame = claimed === undefined || claimed.number === old;
    if (names.length === 0 && old !== undefined && isSame) continue;
    if (claimed === undefined) return false;
    const oldBytes =
      old === undefined || base === undefined
        ? empty
        : (trees.get(old) ?? (await readTreeBytes(load, base.root, folder, findIds, pause)));
    const bytes = changeTreeBytes(oldBytes, names, idBytes);
    workedOn += bytesPerFolder + bytes.byteLength;
    if (workedOn >= bytesPerSlice) {
      await pause();
      workedOn = 0;
    }
    const id = hashGitObject(hasher, format, 'tree', bytes);
    if (id === claimed.id) trees.put(claimed.number, bytes, old);
    else if (!isOddTree(oddTrees.get(folder), id, claimed.id)) return false;
  }
  return true;
};

/** The same for the given folders of a whole path tree, as far as they are folders in it: for what came in parts. The folder of all is `rootObject`. */
export const isTreeOfFolders = async (
  { hasher, format, load, findIds, trees, pause }: TreeCheckParts,
  root: NodeReference,
  folders: readonly PendingFolder[],
  rootObject: GitObject,
): Promise<boolean> => {
  const named = folders.flatMap(({ folder }) => (folder === '' ? [] : [folder]));
  const entries = await findEntries(load, root, named);
  const ids = await findIds([...entries.values()].map(({ object }) => object));
  for (const { folder, odd } of folders) {
    const entry = folder === '' ? undefined : entries.get(folder);
    if (folder !== '' && entry?.mode !== folderMode) continue;
    const claimed = entry === undefined ? rootObject.id : ids.get(entry.object);
    const bytes = await readTreeBytes(load, root, folder, findIds, pause);
    const id = hashGitObject(hasher, format, 'tree', bytes);
    if (id === claimed) trees.put(entry === undefined ? rootObject.number : entry.object, bytes, undefined);
    else if (!isOddTree(odd, id, claimed)) return false;
    await pause();
  }
  return true;
};
