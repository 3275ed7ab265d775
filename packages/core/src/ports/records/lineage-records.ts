import type { GraphEdge, GraphNode } from '../../model/lineage/graph-edge.js';
import type { GraphEdgeId, Page, PageRequest, RepositoryId } from '../../model/values/index.js';

/** Edges that begin or end at nodes. */
export interface EdgesAt {
  readonly nodes: readonly GraphNode[];
  readonly end: 'from' | 'to';
  /** At least one. */
  readonly repositoryIds: readonly RepositoryId[];
  /** Whether the edges belong to one of these repositories, or to none of them. */
  readonly belongTo: 'these' | 'others';
}

export interface LineageQueries {
  /** The edges of the repository, the newest first. */
  list(repositoryId: RepositoryId, page: PageRequest): Promise<Page<GraphEdge>>;
  /** At most `limit`, in no order. However many others have an end at the nodes, those of `these` are found at once. */
  listAt(at: EdgesAt, limit: number): Promise<readonly GraphEdge[]>;
}

export interface LineageRecords extends LineageQueries {
  /** False, when the repository has `max` of them: the transaction must not be kept then. */
  add(edge: GraphEdge, max: number): Promise<boolean>;
  /** Undefined when the repository has no such edge. */
  remove(repositoryId: RepositoryId, edgeId: GraphEdgeId): Promise<GraphEdge | undefined>;
}
