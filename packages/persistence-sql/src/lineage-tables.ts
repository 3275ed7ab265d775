import type { GraphEdgeId, GraphEdgeType, GraphNodeKind, Instant, RepositoryId, UserId } from '@svc/core/model';

interface GraphEdgesTable {
  id: GraphEdgeId;
  /** Of the repository in which somebody has said it. */
  repository_id: RepositoryId;
  type: GraphEdgeType;
  /** May be of repositories that are gone. */
  from_repository_id: RepositoryId;
  from_kind: GraphNodeKind;
  /** An oid or the id of a commit in hex digits, or a tag. */
  from_id: string;
  to_repository_id: RepositoryId;
  to_kind: GraphNodeKind;
  to_id: string;
  note: string | null;
  created_by: UserId;
  created_at: Instant;
}

/** How artifacts, commits and releases hang together. */
export interface LineageTables {
  graph_edges: GraphEdgesTable;
}
