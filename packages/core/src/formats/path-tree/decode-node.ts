import { fileModes, folderMode } from '../../model/git-index/path-entry.js';
import { ByteReader } from '../varint.js';
import { nodeVersion } from './encode-node.js';
import { maxCommitNumber, maxInnerChildren, maxLeafEntries, maxPagesOfCommit, pageSpan } from './limits.js';
import type { KeyRange } from './path-key.js';
import type { Inner, Leaf, Node, NodeReference, StoredEntry } from './node.js';
import { type NodeProblem, PathTreeCorrupted } from './path-tree-corrupted.js';

/** A node as its parent sees it. */
export interface Spot {
  readonly reference: NodeReference;
  /** Undefined for a root. */
  readonly level: number | undefined;
  /** Where all keys of the node lie. */
  readonly range: KeyRange;
}

type Fail = (problem: NodeProblem) => never;

/**
 * Reads a key over the char codes of the one before it. A text that is made of a piece of another one and a rest keeps both, which takes three times as
 * much memory, and is slower to compare.
 */
const readKey = (reader: ByteReader, codes: number[], fail: Fail): string => {
  const shared = reader.varint();
  if (shared > codes.length) fail('wrong_key');
  reader.charCodes(codes, shared, reader.varint());
  return String.fromCharCode.apply(undefined, codes);
};

const readEntry = (reader: ByteReader, fail: Fail): StoredEntry => {
  const mode = fileModes[reader.byte()] ?? fail('unknown_mode');
  const object = reader.varint();
  const changedIn = reader.varint();
  const files = mode === folderMode ? reader.varint() : 1;
  return { mode, object, changedIn, files, sizeBytes: reader.varint() };
};

const readLeaf = (reader: ByteReader, count: number, { range }: Spot, fail: Fail): Leaf => {
  const keys: string[] = [];
  const entries: StoredEntry[] = [];
  const codes: number[] = [];
  let previous = '';
  while (keys.length < count) {
    const key = readKey(reader, codes, fail);
    if (keys.length === 0 ? key < range.from : key <= previous) fail('wrong_key');
    keys.push(key);
    entries.push(readEntry(reader, fail));
    previous = key;
  }
  if (range.to !== undefined && previous >= range.to) fail('wrong_key');
  return { level: 0, keys, entries };
};

const readInner = (reader: ByteReader, level: number, count: number, { range }: Spot, fail: Fail): Inner => {
  const keys: string[] = [];
  const children: NodeReference[] = [];
  const codes: number[] = [];
  let previous = range.from;
  while (keys.length < count) {
    const key = keys.length === 0 ? '' : readKey(reader, codes, fail);
    if (keys.length > 0 && key <= previous) fail('wrong_key');
    if (keys.length > 0) previous = key;
    keys.push(key);
    const commit = reader.varint();
    const offset = reader.varint();
    if (commit > maxCommitNumber || offset >= maxPagesOfCommit * pageSpan) fail('wrong_number');
    children.push({ commit, offset });
  }
  if (range.to !== undefined && previous >= range.to) fail('wrong_key');
  return { level, keys, children };
};

/**
 * The node at a spot of a page. Every node has a key in its range that no other one has, so no walk through damaged nodes can take longer than there are
 * nodes, and levels end.
 *
 * @throws PathTreeCorrupted
 */
export const decodeNode = (page: Uint8Array, spot: Spot): Node => {
  const fail = (problem: NodeProblem): never => {
    throw new PathTreeCorrupted(problem, spot.reference);
  };
  const reader = new ByteReader(page, spot.reference.offset % pageSpan, () => fail('too_short'));
  const first = reader.byte();
  if (first >> 4 !== nodeVersion) fail('unknown_version');
  const level = first & 15;
  if (spot.level !== undefined && level !== spot.level) fail('wrong_level');
  const count = reader.varint();
  const [fewest, most] = level === 0 ? [1, maxLeafEntries] : [2, maxInnerChildren];
  if (count < fewest || count > most) fail('wrong_count');
  return level === 0 ? readLeaf(reader, count, spot, fail) : readInner(reader, level, count, spot, fail);
};
