import { type AddEdge, type Graph, isOid, type NamedNode, type ReadGraph, type ShownEdge, type ShownNode } from '@svc/core';
import {
  badRequest,
  type BadRequest,
  graphDirections,
  type GraphEdge,
  graphEdgeTypes,
  type GraphNode,
  graphNodeKinds,
  isGitId,
  isTagName,
  maxEdgeNoteLength,
  maxRefNameLength,
  printableText,
  type RepositoryId,
} from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { count, oid, timestamp, timestampOf, uuid } from './fields.js';
import { id } from './id.js';
import { cursor, integerParameter, nextCursor } from './parameters.js';

const maxDepth = 10;
const maxEdges = 500;

export const graphQuery = z.object({
  oid: oid.optional().meta({ description: 'Begin at this artifact' }),
  commit: z.string().min(1).max(maxRefNameLength).optional().meta({
    description: 'Begin at this commit: its id, at least 7 digits of it, or a branch or a tag',
  }),
  tag: z.string().min(1).max(maxRefNameLength).optional().meta({ description: 'Begin at this release' }),
  depth: integerParameter({ minimum: 1, maximum: maxDepth, default: 3 }).meta({
    description: 'How many edges away from the start',
  }),
  direction: z.enum(graphDirections).default('both').meta({ description: 'Along edges, against them, or both' }),
  limit: integerParameter({ minimum: 1, maximum: maxEdges, default: 100 }).meta({ description: 'Edges at most' }),
  cursor: cursor.optional().meta({ description: 'Without a start alone' }),
});

/** Where a walk begins; undefined for all edges. */
const startOf = ({ oid: artifact, commit, tag }: z.output<typeof graphQuery>): Result<ReadGraph['start'], BadRequest> => {
  const named = [artifact, commit, tag].filter((one) => one !== undefined);
  if (named.length > 1) return err(badRequest(tag === undefined ? 'commit' : 'tag', 'contradictory'));
  if (artifact !== undefined) return ok({ kind: 'artifact', id: artifact });
  if (commit !== undefined) return ok({ kind: 'commit', id: commit });
  return ok(tag === undefined ? undefined : { kind: 'release', id: tag });
};

export const graphCommand = (query: z.output<typeof graphQuery>): Result<ReadGraph, BadRequest> =>
  startOf(query).andThen((start) => {
    const { depth, direction, limit, cursor: after } = query;
    if (start !== undefined && after !== undefined) return err(badRequest('cursor', 'contradictory'));
    return ok({ start, depth, direction, limit, cursor: after });
  });

const nodeFields = {
  kind: z.enum(graphNodeKinds),
  id: z.string().meta({ description: 'The oid of an artifact, the id of a commit, the tag of a release' }),
  repository_id: uuid,
};

const endSchema = z.union([
  z.strictObject(nodeFields),
  z
    .strictObject({ hidden: z.literal(true) })
    .meta({ description: 'In a repository that the caller may not read, or that is gone' }),
]);

export const graphEdgeSchema = z.strictObject({
  id: uuid,
  repository_id: uuid.meta({ description: 'To which the edge belongs' }),
  type: z.enum(graphEdgeTypes),
  from: endSchema,
  to: endSchema,
  note: z.string().optional(),
  created_by: uuid,
  created_at: timestamp,
});

const nodeSchema = z.strictObject({
  ...nodeFields,
  distance: count.optional().meta({ description: 'Edges between the start and it' }),
  size: count.optional().meta({ description: 'Of an artifact, in bytes' }),
  missing: z.literal(true).optional().meta({ description: 'It was removed since an edge was laid to it' }),
});

const nodeView = ({ kind, id: name, repositoryId }: GraphNode) => ({ kind, id: name, repository_id: repositoryId });

const endView = (node: GraphNode | undefined): z.input<typeof endSchema> =>
  node === undefined ? { hidden: true } : nodeView(node);

const edgeView = (edge: ShownEdge | GraphEdge): z.input<typeof graphEdgeSchema> => ({
  id: edge.id,
  repository_id: edge.repositoryId,
  type: edge.type,
  from: endView(edge.from),
  to: endView(edge.to),
  note: edge.note,
  created_by: edge.createdBy,
  created_at: timestampOf(edge.createdAt),
});

const shownNodeView = (node: ShownNode): z.input<typeof nodeSchema> => ({
  ...nodeView(node),
  distance: node.distance,
  size: node.sizeBytes,
  missing: node.isMissing ? true : undefined,
});

export const graphReply = z.strictObject({
  nodes: z.array(nodeSchema),
  edges: z.array(graphEdgeSchema),
  cycles: z.array(z.array(uuid)).meta({ description: 'Edges of this answer that lead around, one way for each group of them' }),
  truncated: z.literal(true).optional().meta({ description: 'There is more than the limit allows' }),
  next_cursor: nextCursor,
});

export const graphView = (graph: Graph): z.input<typeof graphReply> => ({
  nodes: graph.nodes.map(shownNodeView),
  edges: graph.edges.map(edgeView),
  cycles: graph.cycles.map((cycle) => [...cycle]),
  truncated: graph.isTruncated ? true : undefined,
  next_cursor: graph.nextCursor,
});

const isNodeId: Readonly<Record<(typeof graphNodeKinds)[number], (text: string) => boolean>> = {
  artifact: isOid,
  commit: (text) => isGitId(text, 'sha1') || isGitId(text, 'sha256'),
  release: isTagName,
};

const namedNode = z
  .strictObject({
    kind: z.enum(graphNodeKinds),
    id: z
      .string()
      .max(maxRefNameLength)
      .meta({ description: 'The oid of an artifact, the whole id of a commit, the tag of a release' }),
    repository_id: id<RepositoryId>().optional().meta({ description: 'Without it, the repository itself' }),
  })
  .transform((node, context): NamedNode => {
    if (isNodeId[node.kind](node.id)) return { kind: node.kind, id: node.id, repositoryId: node.repository_id };
    context.issues.push({ code: 'custom', input: node.id, message: 'malformed', path: ['id'] });
    return z.NEVER;
  });

export const addEdgeBody = z.strictObject({
  type: z.enum(graphEdgeTypes),
  from: namedNode,
  to: namedNode,
  note: z.string().max(maxEdgeNoteLength).regex(printableText).optional(),
});

export const addEdgeCommand = ({ type, from, to, note }: z.output<typeof addEdgeBody>): AddEdge => ({ type, from, to, note });

export const graphEdgeReply = z.strictObject({ edge: graphEdgeSchema });

export const graphEdgeView = (edge: GraphEdge): z.input<typeof graphEdgeReply> => ({ edge: edgeView(edge) });
