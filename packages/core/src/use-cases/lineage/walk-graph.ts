import { type GraphDirection, type GraphEdge, type GraphNode, nodeKey } from '../../model/lineage/graph-edge.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { EdgesAt, LineageQueries } from '../../ports/records/lineage-records.js';
import type { VisibleRepositories } from './visible-repositories.js';

export interface WalkGraph {
  readonly start: GraphNode;
  /** How many edges away from the start the walk goes at most. */
  readonly depth: number;
  readonly direction: GraphDirection;
  /** Edges at most. */
  readonly limit: number;
}

export interface WalkedGraph {
  readonly edges: readonly GraphEdge[];
  /** Nodes that the caller may see, the start among them, with how many edges they are away from it. */
  readonly nodes: readonly { readonly node: GraphNode; readonly distance: number }[];
  /** Whether there is more than the limit allows. */
  readonly isTruncated: boolean;
}

/** Edges of other repositories that one step looks at: anybody may lay edges to what is public. */
const maxForeignEdges = 1000;

const endsOf: Readonly<Record<GraphDirection, readonly EdgesAt['end'][]>> = {
  outgoing: ['from'],
  incoming: ['to'],
  both: ['from', 'to'],
};

/** Edges at some nodes: those that the nodes' own repositories have before those of others, in the order of their ids. */
const edgesAt = async (
  lineage: LineageQueries,
  nodes: readonly GraphNode[],
  owners: readonly RepositoryId[],
  { direction, limit }: WalkGraph,
): Promise<{ readonly edges: readonly GraphEdge[]; readonly isTruncated: boolean }> => {
  const edges: GraphEdge[] = [];
  let isTruncated = false;
  for (const [belongTo, most] of [
    ['these', limit + 1],
    ['others', maxForeignEdges],
  ] as const) {
    for (const end of endsOf[direction]) {
      const found = await lineage.listAt({ nodes, end, repositoryIds: owners, belongTo }, most);
      isTruncated ||= found.length === most;
      edges.push(...found.toSorted((left, right) => (left.id < right.id ? -1 : 1)));
    }
  }
  return { edges, isTruncated };
};

/**
 * Walks along edges from one node, one step after the other. It goes through repositories alone that the caller may pull from: an edge of another one is
 * passed over, and behind an end in another one it does not go.
 */
export const walkGraph = async (
  lineage: LineageQueries,
  visible: VisibleRepositories,
  command: WalkGraph,
): Promise<WalkedGraph> => {
  const { start, depth, limit } = command;
  const edges = new Map<string, GraphEdge>();
  const nodes = new Map([[nodeKey(start), { node: start, distance: 0 }]]);
  let ahead: readonly GraphNode[] = [start];
  let isTruncated = false;
  for (let distance = 1; distance <= depth && ahead.length > 0; distance += 1) {
    const owners = [...new Set([start, ...ahead].map(({ repositoryId }) => repositoryId))];
    const found = await edgesAt(lineage, ahead, owners, command);
    isTruncated ||= found.isTruncated;
    const next: GraphNode[] = [];
    for (const edge of found.edges) {
      if (edges.has(edge.id) || !(await visible.has(edge.repositoryId))) continue;
      if (edges.size === limit) {
        isTruncated = true;
        break;
      }
      edges.set(edge.id, edge);
      for (const node of [edge.from, edge.to]) {
        if (nodes.has(nodeKey(node)) || !(await visible.has(node.repositoryId))) continue;
        nodes.set(nodeKey(node), { node, distance });
        next.push(node);
      }
    }
    // Also behind what just fills the limit there may be more.
    ahead = isTruncated && edges.size === limit ? [] : next;
  }
  return { edges: [...edges.values()], nodes: [...nodes.values()], isTruncated };
};
