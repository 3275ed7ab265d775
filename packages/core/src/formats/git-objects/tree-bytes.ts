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

const slash = 47;
/** '4': only the mode of a folder begins with it, and has five digits. */
const folderDigit = 52;
const folderModeLength = 5;
const fileModeLength = 6;

/** What a lower-case hex digit stands for. */
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87);

/** The bytes of one entry: the mode in octal, a blank, the name, a NUL and the id. */
export const treeEntryBytes = ({ name, mode, id }: TreeEntry): Uint8Array => {
  const head = `${mode.toString(8)} ${name}\0`;
  const bytes = new Uint8Array(head.length + id.length / 2);
  for (let at = 0; at < head.length; at += 1) bytes[at] = head.charCodeAt(at);
  let place = head.length;
  for (let at = 0; at < id.length; at += 2) {
    bytes[place] = (digitOf(id.charCodeAt(at)) << 4) | digitOf(id.charCodeAt(at + 1));
    place += 1;
  }
  return bytes;
};

export const joinBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
};

/** What becomes of one key: an entry that is there goes, and another one may come. */
interface Edit {
  readonly key: string;
  readonly bytes: Uint8Array | undefined;
}

/** A name may be that of a file or of a folder before, and the other one afterwards. */
const editsOf = ({ name, entry }: TreeChange): readonly Edit[] => {
  const bytes = entry && treeEntryBytes({ name, ...entry });
  const isFolder = entry?.mode === folderMode;
  return [
    { key: name, bytes: isFolder ? undefined : bytes },
    { key: `${name}/`, bytes: isFolder ? bytes : undefined },
  ];
};

/** Compares the key of an entry, whose name lies between two places of a tree, with another one. */
const compareKey = (tree: Uint8Array, nameAt: number, nameEnd: number, isFolder: boolean, key: string): number => {
  const length = nameEnd - nameAt;
  const keyLength = isFolder ? length + 1 : length;
  const common = Math.min(keyLength, key.length);
  for (let at = 0; at < common; at += 1) {
    const difference = (at < length ? (tree[nameAt + at] ?? 0) : slash) - key.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return keyLength - key.length;
};

/**
 * The bytes of a tree as they are with some of its names changed, each at most once. `tree` is what this module has made, of ids of `idBytes`. It costs a look
 * at each entry up to the last change, and no more memory than the result.
 */
export const changeTreeBytes = (tree: Uint8Array, changes: readonly TreeChange[], idBytes: number): Uint8Array => {
  const edits = changes.flatMap(editsOf).sort((left, right) => (left.key < right.key ? -1 : 1));
  const pieces: Uint8Array[] = [];
  // Entries that stay are copied together.
  let keptFrom = 0;
  const keepUntil = (end: number): void => {
    if (end > keptFrom) pieces.push(tree.subarray(keptFrom, end));
    keptFrom = end;
  };
  let next = 0;
  for (let at = 0; at < tree.byteLength && next < edits.length;) {
    const isFolder = tree[at] === folderDigit;
    const nameAt = at + (isFolder ? folderModeLength : fileModeLength) + 1;
    let nameEnd = nameAt;
    while (tree[nameEnd] !== 0) nameEnd += 1;
    const end = nameEnd + 1 + idBytes;
    for (let edit = edits[next]; edit !== undefined; edit = edits[next]) {
      const order = compareKey(tree, nameAt, nameEnd, isFolder, edit.key);
      if (order < 0) break;
      if (edit.bytes !== undefined || order === 0) keepUntil(at);
      if (edit.bytes !== undefined) pieces.push(edit.bytes);
      if (order === 0) keptFrom = end;
      next += 1;
      if (order === 0) break;
    }
    at = end;
  }
  keepUntil(tree.byteLength);
  for (const { bytes } of edits.slice(next)) if (bytes !== undefined) pieces.push(bytes);
  return joinBytes(pieces);
};
