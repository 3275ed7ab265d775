import type { Spot } from './decode-node.js';
import { maxLeafEntries } from './limits.js';
import { isLeaf, type Leaf, type NodeReference } from './node.js';
import { maxLoadedAtOnce, type NodeReader } from './node-reader.js';
import type { KeyRange } from './path-key.js';
import { childrenIn, rootSpot } from './spots.js';

/** How many nodes of a level hold so many entries, if they are half full; what is loaded at once beside the one that is next. */
const nodesOf = (entries: number, level: number): number =>
  Math.min(maxLoadedAtOnce - 1, Math.ceil(entries / (maxLeafEntries / 2) ** (level + 1)));

/**
 * The leaves that may have keys in a range, in order, until nobody asks for more. About as much is loaded at once as so many entries take.
 *
 * @throws PathTreeCorrupted
 */
export async function* scanLeaves(
  reader: NodeReader,
  root: NodeReference,
  range: KeyRange,
  expectedEntries: number,
): AsyncGenerator<Leaf, void, undefined> {
  const ahead: Spot[] = [rootSpot(root)];
  for (let spot = ahead.pop(); spot !== undefined; spot = ahead.pop()) {
    if (!reader.has(spot.reference)) {
      const next = ahead.slice(-nodesOf(expectedEntries, spot.level ?? 0));
      await reader.load([spot, ...next].map(({ reference }) => reference));
    }
    const node = reader.node(spot);
    if (isLeaf(node)) yield node;
    else ahead.push(...childrenIn(node, spot, range).toReversed());
  }
}
