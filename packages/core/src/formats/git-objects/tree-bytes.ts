import type { GitId } from '../../model/git-index/git-id.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { type FileMode, folderMode } from '../../model/git-index/path-entry.js';

/** One name of a Git tree. */
export interface TreeEntry {
  readonly name: GitPath;
  readonly mode: FileMode;
  readonly id: GitId;
}

/** What becomes of one name of a Git tree. */
export interface TreeChange {
  readonly name: GitPath;
  /** Undefined where the name is gone. */
  readonly entry: Pick<TreeEntry, 'mode' | 'id'> | undefined;
}

/** Git orders a folder as if its name ended in a slash. */
export const treeKey = (name: string, mode: FileMode): string => (mode === folderMode ? `${name}/` : name);

const blank = 32;
const folderDigit = 52; // '4': only the mode of a folder begins with it.

/** The bytes of one entry: the mode in octal, a blank, the name, a NUL and the id. */
export const treeEntryBytes = ({ name, mode, id }: TreeEntry): Uint8Array => {
  const head = `${mode.toString(8)} ${name}\0`;
  const bytes = new Uint8Array(head.length + id.length / 2);
  for (let at = 0; at < head.length; at += 1) bytes[at] = head.charCodeAt(at);
  for (let at = 0; at < id.length; at += 2) bytes[head.length + at / 2] = Number.parseInt(id.slice(at, at + 2), 16);
  return bytes;
};

interface Piece {
  readonly key: string;
  readonly bytes: Uint8Array;
}

const byKey = (left: Piece, right: Piece): number => (left.key < right.key ? -1 : 1);

export const joinBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
};

/** The bytes of a tree as they are with some of its names changed, each at most once. `tree` is what this module has made, of ids of `idBytes`. */
export const changeTreeBytes = (tree: Uint8Array, changes: readonly TreeChange[], idBytes: number): Uint8Array => {
  const changed = new Set<string>(changes.map(({ name }) => name));
  const added = changes
    .flatMap(({ name, entry }): Piece[] =>
      entry === undefined ? [] : [{ key: treeKey(name, entry.mode), bytes: treeEntryBytes({ name, ...entry }) }],
    )
    .sort(byKey);
  const pieces: Uint8Array[] = [];
  let next = 0;
  // Entries that stay are copied together.
  let keptFrom = 0;
  const keepUntil = (end: number): void => {
    if (end > keptFrom) pieces.push(tree.subarray(keptFrom, end));
  };
  for (let at = 0; at < tree.byteLength;) {
    const nameAt = tree.indexOf(blank, at) + 1;
    const nameEnd = tree.indexOf(0, nameAt);
    const end = nameEnd + 1 + idBytes;
    const name = String.fromCharCode(...tree.subarray(nameAt, nameEnd));
    const key = tree[at] === folderDigit ? `${name}/` : name;
    for (let piece = added[next]; piece !== undefined && piece.key < key; piece = added[next]) {
      keepUntil(at);
      keptFrom = at;
      pieces.push(piece.bytes);
      next += 1;
    }
    if (changed.has(name)) {
      keepUntil(at);
      keptFrom = end;
    }
    at = end;
  }
  keepUntil(tree.byteLength);
  for (const { bytes } of added.slice(next)) pieces.push(bytes);
  return joinBytes(pieces);
};
