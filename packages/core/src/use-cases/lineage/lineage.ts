import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { BadRequest, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { GraphEdge } from '../../model/lineage/graph-edge.js';
import type { GraphEdgeId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type AddEdge, addEdge } from './add-edge.js';
import { type Graph, type ReadGraph, readGraph } from './read-graph.js';
import { removeEdge } from './remove-edge.js';

/** How artifacts, commits and releases come from each other, across the repositories that the caller may pull from (spec 4.9). */
export interface Lineage {
  /**
   * Walks from one artifact, commit or release along the edges, a bounded number of steps and edges; without one, lists the edges of the repository, the
   * newest first. Tells cycles among them. Nothing of a repository that the caller may not pull from is named. `not_found` for a start that is not there
   * and has no edge.
   */
  readonly read: (
    grant: RepositoryGrant<'repository.pull'>,
    command: ReadGraph,
  ) => ResultAsync<Graph, NotFound | BadRequest | Unavailable>;

  /**
   * Lays an edge between two things that are there, one of them at least in the repository; again, it lays another one. `bad_request` with `unknown` for an
   * end that is not there, or that the caller may not see. `quota_exceeded` with `max_graph_edges`.
   */
  readonly add: (
    grant: RepositoryGrant<'repository.update'>,
    command: AddEdge,
  ) => ResultAsync<GraphEdge, BadRequest | NotFound | Forbidden | QuotaExceeded | Unavailable>;

  /** Removes an edge of the repository. */
  readonly remove: (
    grant: RepositoryGrant<'repository.update'>,
    edgeId: GraphEdgeId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;
}

export const createLineage = (ports: Ports & WithIndexCaches): Lineage => ({
  read: readGraph(ports),
  add: addEdge(ports),
  remove: removeEdge(ports),
});
