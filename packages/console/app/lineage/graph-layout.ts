import { type EdgeLabel, Graph as LayoutGraph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import { type Edge, type Graph, type GraphNode, nodeKey, shownEnd } from './graph-model.js';

export const nodeWidth = 200;
export const nodeHeight = 48;

interface PlacedNode {
  readonly key: string;
  readonly node: GraphNode;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
}

interface PlacedEdge {
  readonly edge: Edge;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** Where each node and edge is drawn: what others came from stands on the left of what came from it. */
export const placeGraph = ({ nodes, edges }: Graph): PlacedGraph => {
  const drawing = new LayoutGraph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  drawing.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 72, marginx: 8, marginy: 8 });
  const known = new Map(nodes.map((node) => [nodeKey(node), node]));
  for (const key of known.keys()) drawing.setNode(key, { width: nodeWidth, height: nodeHeight });
  const drawn = edges.flatMap((edge) => {
    const [from, to] = [shownEnd(edge.from), shownEnd(edge.to)];
    if (from === undefined || to === undefined || !known.has(nodeKey(from)) || !known.has(nodeKey(to))) return [];
    // An edge says where something came from, and time goes to the right.
    drawing.setEdge(nodeKey(to), nodeKey(from), {}, edge.id);
    return [{ edge, v: nodeKey(to), w: nodeKey(from) }];
  });
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph();
  return {
    width,
    height,
    nodes: [...known].map(([key, node]) => {
      const { x = 0, y = 0 } = drawing.node(key);
      return { key, node, x, y };
    }),
    edges: drawn.map(({ edge, v, w }) => ({ edge, points: drawing.edge(v, w, edge.id).points ?? [] })),
  };
};
