import type { GraphEdgeId, RepositoryId, UserId } from '../values/ids.js';
import type { Instant } from '../values/instant.js';

export const graphNodeKinds = ['artifact', 'commit', 'release'] as const;
export type GraphNodeKind = (typeof graphNodeKinds)[number];

/** What came from what: read `from`, the type, `to`. */
export const graphEdgeTypes = [
  'derived_from',
  'trained_on',
  'evaluated_on',
  'produced_by',
  'contains',
  'replaces',
  'related_to',
] as const;
export type GraphEdgeType = (typeof graphEdgeTypes)[number];

/** Something that came from something: an object by its oid, a commit by its id, a release by its tag. */
export interface GraphNode {
  readonly repositoryId: RepositoryId;
  readonly kind: GraphNodeKind;
  readonly id: string;
}

/** Somebody says how two things hang together. It belongs to the repository in which it was said; at least one of its ends is in there. */
export interface GraphEdge {
  readonly id: GraphEdgeId;
  readonly repositoryId: RepositoryId;
  readonly type: GraphEdgeType;
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly note: string | undefined;
  readonly createdBy: UserId;
  readonly createdAt: Instant;
}

export const graphDirections = ['outgoing', 'incoming', 'both'] as const;
/** How to walk along edges; `outgoing`: from `from` to `to`. */
export type GraphDirection = (typeof graphDirections)[number];

export const maxEdgeNoteLength = 1000;

/** The same for equal nodes, and for no others. */
export const nodeKey = ({ repositoryId, kind, id }: GraphNode): string => `${repositoryId} ${kind} ${id}`;
