import type { ApiSchema } from '@svc/client';

export type Graph = ApiSchema<'lineage.read.200'>;
export type Edge = ApiSchema<'GraphEdge'>;

/** What stands in a graph of lineage. */
export interface LineageNode {
  readonly kind: 'artifact' | 'commit' | 'release';
  /** The SHA-256 of an artifact, the id of a commit, the tag of a release. */
  readonly id: string;
}

export type GraphNode = LineageNode & { readonly repository_id: string };

/** What a type of edge says, read from its beginning to its end. */
export const edgeText = {
  derived_from: 'is derived from',
  trained_on: 'was trained on',
  evaluated_on: 'was evaluated on',
  produced_by: 'was produced by',
  contains: 'contains',
  replaces: 'replaces',
  related_to: 'is related to',
} as const satisfies Record<Edge['type'], string>;

export const nodeKey = ({ repository_id: repository, kind, id }: GraphNode): string => `${repository} ${kind} ${id}`;

/** The end of an edge, unless it lies where the caller may not look. */
export const shownEnd = (end: Edge['from']): GraphNode | undefined => ('hidden' in end ? undefined : end);
