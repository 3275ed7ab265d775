import type { Spot } from './decode-node.js';
import type { Inner, NodeReference } from './node.js';
import { type KeyRange, rootKey } from './path-key.js';

export const rootSpot = (reference: NodeReference): Spot => ({
  reference,
  level: undefined,
  range: { from: rootKey, to: undefined },
});

/** Where the keys of a node's child lie. */
export const rangeOfChild = (inner: Inner, at: number, range: KeyRange): KeyRange => ({
  from: at === 0 ? range.from : (inner.keys[at] ?? range.from),
  to: inner.keys[at + 1] ?? range.to,
});

/** The children of a node that may have keys in a range, in order. */
export const childrenIn = (inner: Inner, { range }: Spot, wanted: KeyRange): readonly Spot[] => {
  const spots: Spot[] = [];
  for (const [at, reference] of inner.children.entries()) {
    const childRange = rangeOfChild(inner, at, range);
    const isBefore = childRange.to !== undefined && childRange.to <= wanted.from;
    const isAfter = wanted.to !== undefined && childRange.from >= wanted.to;
    if (!isBefore && !isAfter) spots.push({ reference, level: inner.level - 1, range: childRange });
  }
  return spots;
};
