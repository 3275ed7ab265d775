import type { Spot } from './decode-node.js';
import { nodeAt } from './decoded-nodes.js';
import { type LoadNodes, type Node, type NodeReference, pageOf } from './node.js';
import { PathTreeCorrupted } from './path-tree-corrupted.js';

/** Reads nodes for one operation. */
export interface NodeReader {
  has(reference: NodeReference): boolean;
  /**
   * Loads the pages that these nodes are in, in one call, unless they are here. At most `maxLoadedAtOnce` nodes.
   *
   * @throws PathTreeCorrupted
   */
  load(references: readonly NodeReference[]): Promise<void>;
  /**
   * A node whose page is here.
   *
   * @throws PathTreeCorrupted
   */
  node(spot: Spot): Node;
  /**
   * Any number of nodes, for which as many calls load pages as it takes.
   *
   * @throws PathTreeCorrupted
   */
  nodes(spots: readonly Spot[]): Promise<readonly Node[]>;
}

export const maxLoadedAtOnce = 64;
/** Pages that stay here for what is asked next. */
const maxKeptPages = 64;

export const createNodeReader = (loadNodes: LoadNodes): NodeReader => {
  const pages = new Map<number, Uint8Array>();

  const load = async (references: readonly NodeReference[]): Promise<void> => {
    const wanted = new Set(references.map(pageOf));
    const missing = [...wanted].filter((page) => !pages.has(page));
    if (missing.length === 0) return;
    const loaded = await loadNodes(missing);
    if (pages.size + missing.length > maxKeptPages) {
      for (const page of pages.keys()) if (!wanted.has(page)) pages.delete(page);
    }
    for (const [number, page] of loaded) pages.set(number, page);
    const lost = references.find((reference) => !pages.has(pageOf(reference)));
    if (lost !== undefined) throw new PathTreeCorrupted('missing_page', lost);
  };

  const node = (spot: Spot): Node => {
    const page = pages.get(pageOf(spot.reference));
    if (page === undefined) throw new PathTreeCorrupted('missing_page', spot.reference);
    return nodeAt(page, spot);
  };

  return {
    has: (reference) => pages.has(pageOf(reference)),
    load,
    node,
    nodes: async (spots) => {
      const nodes: Node[] = [];
      for (let at = 0; at < spots.length; at += maxLoadedAtOnce) {
        const batch = spots.slice(at, at + maxLoadedAtOnce);
        await load(batch.map(({ reference }) => reference));
        for (const spot of batch) nodes.push(node(spot));
      }
      return nodes;
    },
  };
};
