import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import {
  type GraphEdge,
  type GraphEdgeType,
  type GraphNode,
  type GraphNodeKind,
  nodeKey,
} from '../../model/lineage/graph-edge.js';
import type { Caller } from '../../model/permissions/caller.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { type GraphEdgeId, type RepositoryId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { IndexCaches, WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistoryAhead } from '../../steps/git-history/open-history.js';
import { edgeFacts } from './edge-facts.js';
import { findNodes } from './find-nodes.js';
import { visibleRepositories } from './visible-repositories.js';

/** An end of an edge as the caller names it: of the repository itself, where no other is named. */
export interface NamedNode {
  readonly kind: GraphNodeKind;
  readonly id: string;
  readonly repositoryId: RepositoryId | undefined;
}

export interface AddEdge {
  readonly type: GraphEdgeType;
  readonly from: NamedNode;
  readonly to: NamedNode;
  readonly note: string | undefined;
}

interface Within {
  readonly records: Records;
  readonly caches: IndexCaches;
  readonly caller: Caller;
  readonly repositoryId: RepositoryId;
}

/** Of a repository that is not there the caller hears the same as of one that they may not pull from. */
const resolveEnd = async (
  { records, caches, caller, repositoryId: own }: Within,
  field: 'from' | 'to',
  { kind, id, repositoryId = own }: NamedNode,
): Promise<Result<GraphNode, BadRequest>> => {
  if (!(await visibleRepositories(records.access, caller, [own]).has(repositoryId))) {
    return err(badRequest(`${field}.repository_id`, 'unknown'));
  }
  const node = { repositoryId, kind, id };
  const found = await findNodes(records, caches, [node]);
  return found.has(nodeKey(node)) ? ok(node) : err(badRequest(`${field}.id`, 'unknown'));
};

/** What the transaction asks of the history of the repository itself, if it does. */
const readAhead = (
  ports: Pick<Ports, 'unitOfWork'> & WithIndexCaches,
  own: RepositoryId,
  { from, to }: AddEdge,
): ResultAsync<void, Unavailable> => {
  const isAsked = [from, to].some(({ kind, repositoryId = own }) => kind !== 'artifact' && repositoryId === own);
  return isAsked ? openHistoryAhead(ports, own) : okAsync(undefined);
};

const resolveEnds = async (within: Within, command: AddEdge): Promise<Result<Pick<GraphEdge, 'from' | 'to'>, BadRequest>> => {
  const from = await resolveEnd(within, 'from', command.from);
  if (from.isErr()) return err(from.error);
  const to = await resolveEnd(within, 'to', command.to);
  if (to.isErr()) return err(to.error);
  const isElsewhere = [from.value, to.value].every(({ repositoryId }) => repositoryId !== within.repositoryId);
  if (isElsewhere || nodeKey(from.value) === nodeKey(to.value)) return err(badRequest('to', 'contradictory'));
  return ok({ from: from.value, to: to.value });
};

export const addEdge =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'> & WithIndexCaches) =>
  (
    grant: RepositoryGrant<'repository.update'>,
    command: AddEdge,
  ): ResultAsync<GraphEdge, BadRequest | NotFound | Forbidden | QuotaExceeded | Unavailable> =>
    readAhead(ports, grant.repository.repositoryId, command).andThen(() =>
      withRegrantedRepository(ports, grant, async (records, granted): Promise<Result<GraphEdge, BadRequest | QuotaExceeded>> => {
        const {
          caller,
          repository: { repositoryId, organizationId },
        } = granted;
        const ends = await resolveEnds({ records, caches: ports.indexCaches, caller, repositoryId }, command);
        if (ends.isErr()) return err(ends.error);
        const createdAt = ports.clock.now();
        const edge: GraphEdge = {
          id: trusted<GraphEdgeId>(ports.random.uuid()),
          repositoryId,
          type: command.type,
          ...ends.value,
          note: command.note,
          createdBy: caller.userId,
          createdAt,
        };
        const { graphEdgesPerRepository: limit } = limitsOf(ports.settings);
        if (!(await records.lineage.add(edge, limit))) {
          return err({ kind: 'quota_exceeded', reason: 'max_graph_edges', limit, current: limit });
        }
        const action = 'repository.graph_edge.create';
        await records.audit.append(auditEvent(caller, organizationId, action, edge.id, createdAt, edgeFacts(edge)));
        return ok(edge);
      }),
    );
