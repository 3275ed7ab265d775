import type { FileMode, PathEntry } from '../../model/git-index/path-entry.js';
import { folderMode } from '../../model/git-index/path-entry.js';
import { maxPagesOfCommit, pageSpan } from './limits.js';

/** Where a node begins: in the nodes that a commit has written, at a place that `pageOf` turns into a page and an offset in it. */
export interface NodeReference {
  readonly commit: number;
  readonly offset: number;
}

/** The pages of these numbers. One that is missing is missing in the answer. */
export type LoadNodes = (pages: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>;

/** The number of the page that holds a node; those of a commit follow each other from `commit * 65,536` on. */
export const pageOf = ({ commit, offset }: NodeReference): number => commit * maxPagesOfCommit + Math.floor(offset / pageSpan);

export const isSameReference = (left: NodeReference, right: NodeReference): boolean =>
  left.commit === right.commit && left.offset === right.offset;

/** What a leaf has at a key. */
export interface StoredEntry {
  readonly mode: FileMode;
  readonly object: number;
  readonly changedIn: number;
  /** Of a folder: what is below it. 1 for all else. */
  readonly files: number;
  /** Of a folder: of all files below it. */
  readonly sizeBytes: number;
}

export const pathEntryOf = ({ mode, object, changedIn, sizeBytes }: StoredEntry): PathEntry => ({
  mode,
  object,
  changedIn,
  sizeBytes: mode === folderMode ? 0 : sizeBytes,
});

export const isFolder = (entry: StoredEntry): boolean => entry.mode === folderMode;

export interface Leaf {
  readonly level: 0;
  /** In order, no two alike. */
  readonly keys: readonly string[];
  /** One for each key. */
  readonly entries: readonly StoredEntry[];
}

export interface Inner {
  /** How many nodes are below it on the way to an entry. */
  readonly level: number;
  /** Where the keys of each child begin: in order, the first one is empty, for what comes before is not here. */
  readonly keys: readonly string[];
  /** One for each key, of the next lower level. */
  readonly children: readonly NodeReference[];
}

export type Node = Leaf | Inner;

export const isLeaf = (node: Node): node is Leaf => 'entries' in node;

/** The number of the keys that are at most the key. */
export const countUpTo = (keys: readonly string[], key: string): number => {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const entryAt = (leaf: Leaf, key: string): StoredEntry | undefined => {
  const at = countUpTo(leaf.keys, key) - 1;
  return leaf.keys[at] === key ? leaf.entries[at] : undefined;
};
