import { decodeNode, type Spot } from './decode-node.js';
import { pageBytes, pageSpan } from './limits.js';
import { isLeaf, type Node } from './node.js';

/** Nodes of pages by their offsets, which are read once: pages never change. They go with their page. */
const nodesOfPages = new WeakMap<Uint8Array, Map<number, Node>>();

/**
 * Where a page is longer its leaves are read each time: those that a commit of very many files writes or shows would take hundreds of megabytes, and few are
 * asked for again. What lies above them is, and is a twelfth of it.
 */
const maxPageBytesWithLeaves = pageBytes / 2;

const isKept = (page: Uint8Array, node: Node): boolean => !isLeaf(node) || page.byteLength <= maxPageBytesWithLeaves;

/** Says what stands in a page that was just written. */
export const keepNodes = (page: Uint8Array, nodes: Map<number, Node>): void => {
  for (const [offset, node] of nodes) if (!isKept(page, node)) nodes.delete(offset);
  nodesOfPages.set(page, nodes);
};

/** Whether a node that was read for one parent is what another one may have there. */
const fits = (node: Node, { level, range }: Spot): boolean => {
  const { keys } = node;
  const last = keys.at(-1) ?? '';
  if (level !== undefined && node.level !== level) return false;
  if (range.to !== undefined && last >= range.to) return false;
  return isLeaf(node) ? (keys[0] ?? '') >= range.from : (keys[1] ?? '') > range.from;
};

/**
 * The node at a spot of a page.
 *
 * @throws PathTreeCorrupted
 */
export const nodeAt = (page: Uint8Array, spot: Spot): Node => {
  const offset = spot.reference.offset % pageSpan;
  const nodes = nodesOfPages.get(page) ?? new Map<number, Node>();
  const known = nodes.get(offset);
  if (known !== undefined && fits(known, spot)) return known;
  const node = decodeNode(page, spot);
  if (!isKept(page, node)) return node;
  if (nodes.size === 0) nodesOfPages.set(page, nodes);
  nodes.set(offset, node);
  return node;
};
