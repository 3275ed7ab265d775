import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type BadRequest, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { findCycles } from '../../model/lineage/find-cycles.js';
import { type GraphEdge, type GraphNode, type GraphNodeKind, nodeKey } from '../../model/lineage/graph-edge.js';
import type { GraphEdgeId, PageRequest, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findRevision } from '../../steps/git-history/find-revision.js';
import type { IndexCaches, WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistory } from '../../steps/git-history/open-history.js';
import { findNodes, type FoundNode } from './find-nodes.js';
import { visibleRepositories, type VisibleRepositories } from './visible-repositories.js';
import { type WalkedGraph, walkGraph, type WalkGraph } from './walk-graph.js';

export interface ReadGraph extends Omit<WalkGraph, 'start'> {
  /** A node of the repository, a commit also by what `findRevision` takes. Without one, all edges of the repository are listed. */
  readonly start: { readonly kind: GraphNodeKind; readonly id: string } | undefined;
  readonly cursor: PageRequest['cursor'];
}

export interface ShownNode extends GraphNode, FoundNode {
  /** Edges between the start and it; undefined where all edges are listed. */
  readonly distance: number | undefined;
  /** Whether it was removed since the edge was laid. */
  readonly isMissing: boolean;
}

export interface ShownEdge extends Omit<GraphEdge, 'from' | 'to'> {
  /** Undefined where the caller may not see it, or where its repository is gone. */
  readonly from: GraphNode | undefined;
  readonly to: GraphNode | undefined;
}

export interface Graph {
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly ShownEdge[];
  /** Of these edges. */
  readonly cycles: readonly (readonly GraphEdgeId[])[];
  readonly isTruncated: boolean;
  readonly nextCursor: string | undefined;
}

interface Within {
  readonly queries: Queries;
  readonly caches: IndexCaches;
  readonly visible: VisibleRepositories;
  readonly repositoryId: RepositoryId;
}

type Found = Omit<WalkedGraph, 'nodes'> & {
  readonly nodes: readonly { readonly node: GraphNode; readonly distance: number | undefined }[];
  readonly nextCursor: string | undefined;
};

const wholeId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A commit may be named by the beginning of its id; one that is gone is named by all of it. */
const startOf = async (
  { queries, caches, repositoryId }: Within,
  { kind, id }: NonNullable<ReadGraph['start']>,
): Promise<Result<GraphNode, NotFound | BadRequest>> => {
  if (kind !== 'commit' || wholeId.test(id)) return ok({ repositoryId, kind, id });
  const history = await openHistory(queries.gitIndex, repositoryId, caches);
  if (history.isErr()) return err(history.error);
  return (await findRevision(history.value, id)).map(({ commit }) => ({ repositoryId, kind, id: commit.id }));
};

const listAll = async ({ queries, visible, repositoryId }: Within, { limit, cursor }: ReadGraph): Promise<Found> => {
  const { items, nextCursor } = await queries.lineage.list(repositoryId, { limit, cursor });
  const nodes = new Map<string, Found['nodes'][number]>();
  for (const node of items.flatMap(({ from, to }) => [from, to])) {
    if (await visible.has(node.repositoryId)) nodes.set(nodeKey(node), { node, distance: undefined });
  }
  return { edges: items, nodes: [...nodes.values()], isTruncated: false, nextCursor };
};

const show = async ({ queries, caches }: Within, found: Found): Promise<Graph> => {
  const { edges, nodes, isTruncated, nextCursor } = found;
  const there = await findNodes(
    queries,
    caches,
    nodes.map(({ node }) => node),
  );
  const seen = new Set(nodes.map(({ node }) => nodeKey(node)));
  const shown = (node: GraphNode): GraphNode | undefined => (seen.has(nodeKey(node)) ? node : undefined);
  return {
    nodes: nodes.map(({ node, distance }) => {
      const known = there.get(nodeKey(node));
      return { ...node, distance, sizeBytes: known?.sizeBytes, isMissing: known === undefined };
    }),
    edges: edges.map((edge) => ({ ...edge, from: shown(edge.from), to: shown(edge.to) })),
    cycles: findCycles(
      edges
        .filter(({ from, to }) => shown(from) !== undefined && shown(to) !== undefined)
        .map(({ id, from, to }) => ({ id, from: nodeKey(from), to: nodeKey(to) })),
    ),
    isTruncated,
    nextCursor,
  };
};

const read = async (within: Within, command: ReadGraph): Promise<Result<Graph, NotFound | BadRequest>> => {
  if (command.start === undefined) return ok(await show(within, await listAll(within, command)));
  const start = await startOf(within, command.start);
  if (start.isErr()) return err(start.error);
  const walked = await walkGraph(within.queries.lineage, within.visible, { ...command, start: start.value });
  const graph = await show(within, { ...walked, nextCursor: undefined });
  const isUnknown = graph.edges.length === 0 && graph.nodes.every(({ isMissing }) => isMissing);
  return isUnknown ? err(notFound) : ok(graph);
};

export const readGraph =
  ({ unitOfWork, indexCaches: caches }: Pick<Ports, 'unitOfWork'> & WithIndexCaches) =>
  (
    { caller, repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    command: ReadGraph,
  ): ResultAsync<Graph, NotFound | BadRequest | Unavailable> =>
    unitOfWork
      .read((queries) =>
        read({ queries, caches, repositoryId, visible: visibleRepositories(queries.access, caller, [repositoryId]) }, command),
      )
      .andThen((graph) => graph);
