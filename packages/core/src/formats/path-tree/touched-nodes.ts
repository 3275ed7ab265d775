import type { Spot } from './decode-node.js';
import { countUpTo, entryAt, type Inner, isLeaf, type Node, type NodeReference, type StoredEntry } from './node.js';
import type { NodeReader } from './node-reader.js';
import { rangeOfChild, rootSpot } from './spots.js';

/** A node that is on the way to keys that are looked for, and which of them are in its range. */
interface Share {
  readonly spot: Spot;
  /** The place among the children of its parent. */
  readonly at: number;
  /** The first of the keys, and the first after them. */
  readonly first: number;
  readonly end: number;
  /** Where its parent keeps those on the way. */
  readonly siblings: TouchedNode[];
}

export interface TouchedNode extends Omit<Share, 'siblings'> {
  readonly node: Node;
  /** Those on the way, in order. */
  readonly children: readonly TouchedNode[];
}

/** Shares the keys of a node out to its children. */
const pushShares = (
  shares: Share[],
  inner: Inner,
  { spot, first, end }: Share,
  siblings: TouchedNode[],
  keys: readonly string[],
): void => {
  for (let next = first; next < end;) {
    const at = Math.max(0, countUpTo(inner.keys, keys[next] ?? '') - 1);
    const range = rangeOfChild(inner, at, spot.range);
    const start = next;
    do next += 1;
    while (next < end && (range.to === undefined || (keys[next] ?? '') < range.to));
    const reference = inner.children[at] ?? spot.reference;
    shares.push({ spot: { reference, level: inner.level - 1, range }, at, first: start, end: next, siblings });
  }
};

/** The nodes on the way from a root to sorted keys, whether those are there or not. Pages of one level of the tree are loaded together. */
export const touchNodes = async (
  reader: NodeReader,
  root: NodeReference,
  sortedKeys: readonly string[],
): Promise<TouchedNode | undefined> => {
  const top: TouchedNode[] = [];
  let level: Share[] = [{ spot: rootSpot(root), at: 0, first: 0, end: sortedKeys.length, siblings: top }];
  while (level.length > 0) {
    const nodes = await reader.nodes(level.map(({ spot }) => spot));
    const below: Share[] = [];
    for (let index = 0; index < level.length; index += 1) {
      const [share, node] = [level[index], nodes[index]];
      if (share === undefined || node === undefined) continue;
      const children: TouchedNode[] = [];
      share.siblings.push({ spot: share.spot, at: share.at, first: share.first, end: share.end, node, children });
      if (!isLeaf(node)) pushShares(below, node, share, children, sortedKeys);
    }
    level = below;
  }
  return top[0];
};

/** Gives each of the keys that is there, by its place, with its entry. */
export const eachTouchedEntry = (
  { node, children, first, end }: TouchedNode,
  sortedKeys: readonly string[],
  take: (at: number, entry: StoredEntry) => void,
): void => {
  for (const child of children) eachTouchedEntry(child, sortedKeys, take);
  if (!isLeaf(node)) return;
  for (let at = first; at < end; at += 1) {
    const entry = entryAt(node, sortedKeys[at] ?? '');
    if (entry !== undefined) take(at, entry);
  }
};
