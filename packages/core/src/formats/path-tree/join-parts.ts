import { minInnerChildren, minLeafEntries } from './limits.js';
import { isLeaf, type Leaf, type Node } from './node.js';
import type { NodeReader } from './node-reader.js';
import type { KeyRange } from './path-key.js';
import { rangeOfChild } from './spots.js';
import { innerParts, leafParts, type TreePart } from './tree-part.js';

/** Only what is new can have become too small. */
const isTooSmall = (part: TreePart): boolean => {
  if (part.kind === 'kept') return false;
  return part.kind === 'leaf' ? part.leaf.keys.length < minLeafEntries : part.parts.length < minInnerChildren;
};

/** What a part consists of. */
type Contents = { readonly leaf: Leaf } | { readonly parts: readonly TreePart[] };

const contentsOfNode = (node: Node, range: KeyRange): Contents =>
  isLeaf(node)
    ? { leaf: node }
    : {
        parts: node.children.map((reference, at) => ({
          kind: 'kept',
          level: node.level - 1,
          from: rangeOfChild(node, at, range).from,
          reference,
        })),
      };

const contentsOf = async (reader: NodeReader, part: TreePart, to: string | undefined): Promise<Contents> => {
  if (part.kind !== 'kept') return part;
  const range = { from: part.from, to };
  const nodes = await reader.nodes([{ reference: part.reference, level: part.level, range }]);
  return nodes.map((node) => contentsOfNode(node, range))[0] ?? { parts: [] };
};

/** One part of two that follow each other, or two that are about as large. */
const join = async (
  reader: NodeReader,
  left: TreePart,
  right: TreePart,
  to: string | undefined,
): Promise<readonly TreePart[]> => {
  const one = await contentsOf(reader, left, right.from);
  const other = await contentsOf(reader, right, to);
  if ('leaf' in one && 'leaf' in other) {
    const keys = [...one.leaf.keys, ...other.leaf.keys];
    return leafParts(left.from, { level: 0, keys, entries: [...one.leaf.entries, ...other.leaf.entries] });
  }
  if ('leaf' in one || 'leaf' in other) return [left, right];
  return innerParts(await joinSmallParts(reader, [...one.parts, ...other.parts], to));
};

/** Joins parts that have become too small with one beside them, as far as there is one. `to` is where the keys of all end. */
export const joinSmallParts = async (
  reader: NodeReader,
  parts: readonly TreePart[],
  to: string | undefined,
): Promise<readonly TreePart[]> => {
  const joined = [...parts];
  for (let at = 0; at < joined.length && joined.length > 1;) {
    const part = joined[at];
    if (part === undefined || !isTooSmall(part)) {
      at += 1;
      continue;
    }
    const first = Math.max(0, at - 1);
    const [left, right] = [joined[first], joined[first + 1]];
    if (left === undefined || right === undefined) break;
    joined.splice(first, 2, ...(await join(reader, left, right, joined[first + 2]?.from ?? to)));
    at = first;
  }
  return joined;
};
