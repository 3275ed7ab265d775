import { invariant } from '../../model/app-error.js';
import { sharedLength } from './encode-node.js';
import { maxInnerChildren, maxLeafEntries, maxLevel, splitFill } from './limits.js';
import type { Leaf, NodeReference } from './node.js';
import type { PageWriter } from './page-writer.js';

interface Placed {
  /** Where its keys begin. */
  readonly from: string;
  readonly level: number;
}

/** A node that stays as it is. */
export interface KeptPart extends Placed {
  readonly kind: 'kept';
  readonly reference: NodeReference;
}

export interface NewLeaf extends Placed {
  readonly kind: 'leaf';
  readonly leaf: Leaf;
}

/** Written only when the whole tree is decided, for its parts may still be joined with those beside it. */
export interface NewInner extends Placed {
  readonly kind: 'inner';
  readonly parts: readonly TreePart[];
}

/** A piece of a tree that is about to be written. */
export type TreePart = KeptPart | NewLeaf | NewInner;

/** The shortest text that is after one key, and not after the other one. */
const separator = (before: string, after: string): string => after.slice(0, sharedLength(before, after) + 1);

/**
 * Where to cut so many items into as few pieces as have room, each about as long: the first of every piece, and the end. Near each place it is cut where
 * what the nodes above have to say of it is short, such as between two folders.
 */
const cutsOf = (count: number, most: number, lengthAt: (cut: number) => number): readonly number[] => {
  const pieces = count <= most ? 1 : Math.ceil(count / (most * splitFill));
  const length = count / pieces;
  const reach = Math.floor(Math.min(length / 4, (most - length) / 2));
  const cuts = [0];
  for (let piece = 1; piece < pieces; piece += 1) {
    const middle = Math.floor(piece * length);
    let best = middle;
    for (let cut = middle - reach; cut <= middle + reach; cut += 1) if (lengthAt(cut) < lengthAt(best)) best = cut;
    cuts.push(best);
  }
  return [...cuts, count];
};

/** Leaves of these entries; none where there are none. */
export const leafParts = (from: string, { keys, entries }: Leaf): readonly NewLeaf[] => {
  const parts: NewLeaf[] = [];
  const cuts = cutsOf(keys.length, maxLeafEntries, (cut) => sharedLength(keys[cut - 1] ?? '', keys[cut] ?? ''));
  for (const [at, start] of cuts.entries()) {
    const end = cuts[at + 1];
    if (end === undefined || end === start) continue;
    const leaf: Leaf = { level: 0, keys: keys.slice(start, end), entries: entries.slice(start, end) };
    parts.push({ kind: 'leaf', level: 0, from: start === 0 ? from : separator(keys[start - 1] ?? '', keys[start] ?? ''), leaf });
  }
  return parts;
};

/** Inner nodes of these parts, which are all of one level; none where there are none. */
export const innerParts = (parts: readonly TreePart[]): readonly NewInner[] => {
  const above: NewInner[] = [];
  const cuts = cutsOf(parts.length, maxInnerChildren, (cut) => parts[cut]?.from.length ?? 0);
  for (const [at, start] of cuts.entries()) {
    const first = parts[start];
    if (first !== undefined)
      above.push({ kind: 'inner', level: first.level + 1, from: first.from, parts: parts.slice(start, cuts[at + 1]) });
  }
  return above;
};

/** The one part above these: the root. */
export const rootPart = (parts: readonly TreePart[]): TreePart => {
  let level = parts;
  while (level.length > 1) level = innerParts(level);
  let [root] = level;
  while (root?.kind === 'inner' && root.parts.length === 1) [root] = root.parts;
  invariant(root !== undefined, 'a tree has an entry for what it holds in all');
  invariant(root.level <= maxLevel, 'a tree is not higher than its limits on paths allow');
  return root;
};

/** Writes what is new of a part, what is below a node before it. */
export const writePart = (pages: PageWriter, part: TreePart): NodeReference => {
  if (part.kind === 'kept') return part.reference;
  if (part.kind === 'leaf') return pages.write(part.leaf);
  const children = part.parts.map((child) => writePart(pages, child));
  return pages.write({ level: part.level, keys: part.parts.map(({ from }, at) => (at === 0 ? '' : from)), children });
};
