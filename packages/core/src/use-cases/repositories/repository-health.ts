import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { StaleSession } from '../../model/recommendations/findings.js';
import { isIndexBehind } from '../../model/recommendations/index-rules.js';
import { staleSessionMs } from '../../model/recommendations/repository-rules.js';
import type { Repository } from '../../model/repository.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import { DAY_MS, type Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Backlog, RepositoryConditions } from '../../ports/records/storage-queries.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findIndex, type FoundIndex } from '../../steps/git-history/index-findings.js';
import { type HealthProblem, healthProblems, type RepositoryHealthStatus } from '../../model/repository.js';

/** From how long on waiting for a verification, or for the rest of a file, is a problem. */
const overdueMs = DAY_MS;
/** Stale sessions that are counted at most. */
const maxStaleSessions = 100;

export interface RepositoryHealth extends RepositoryConditions {
  readonly status: RepositoryHealthStatus;
  readonly problems: readonly HealthProblem[];
  readonly storage: Pick<Repository, 'storageMode' | 'storageConnectionId'> & {
    /** What the checks of the connection have found last; undefined of the service's own storage, which is not checked by repository. */
    readonly connection: Pick<StorageConnection['health'], 'isHealthy' | 'checkedAt'> | undefined;
  };
  /** Objects and files of the chunk tree that are known to be damaged. */
  readonly damaged: Backlog;
  readonly staleSessions: { readonly count: number; readonly reservedBytes: number };
  readonly gitIndex: FoundIndex;
}

interface Facts {
  readonly repository: Repository;
  readonly connection: StorageConnection | undefined;
  readonly conditions: RepositoryConditions;
  readonly damaged: Backlog;
  readonly stale: readonly StaleSession[];
  readonly gitIndex: FoundIndex;
}

const isOverdue = (since: Instant | undefined, now: Instant): boolean => since !== undefined && since < now - overdueMs;

const problemsOf = ({ connection, conditions, damaged, stale, gitIndex }: Facts, now: Instant): readonly HealthProblem[] => {
  const isThere: Readonly<Record<HealthProblem, boolean>> = {
    storage_unhealthy: connection?.health.isHealthy === false,
    storage_damaged: damaged.count > 0,
    stale_uploads: stale.length > 0,
    verification_overdue: isOverdue(conditions.pendingVerifications.oldestAt, now),
    files_overdue: isOverdue(conditions.receivingFiles.oldestAt, now),
    objects_missing: gitIndex.missingObjects > 0,
    index_behind: isIndexBehind(gitIndex, now),
  };
  return healthProblems.filter((problem) => isThere[problem]);
};

const statusOf = (problems: readonly HealthProblem[]): RepositoryHealthStatus => {
  if (problems.includes('storage_unhealthy') || problems.includes('storage_damaged')) return 'unhealthy';
  return problems.length > 0 ? 'degraded' : 'healthy';
};

/** Decides from facts how a repository fares. */
const judgeHealth = (facts: Facts, now: Instant): RepositoryHealth => {
  const { repository, connection, conditions, damaged, stale, gitIndex } = facts;
  const { storageMode, storageConnectionId } = repository;
  const problems = problemsOf(facts, now);
  return {
    ...conditions,
    status: statusOf(problems),
    problems,
    damaged,
    storage: { storageMode, storageConnectionId, connection: connection?.health },
    staleSessions: {
      count: stale.length,
      reservedBytes: stale.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0),
    },
    gitIndex,
  };
};

const readFacts = async (queries: Queries, repository: Repository, now: Instant): Promise<Facts> => {
  const { connections, damage, recommendations, storage } = queries;
  const { id, organizationId, storageConnectionId } = repository;
  const connection = storageConnectionId === undefined ? undefined : await connections.find(organizationId, storageConnectionId);
  const when = { now, openedBefore: now - staleSessionMs };
  const stale = await recommendations.staleSessionsOf(id, when, maxStaleSessions);
  const { count, firstAt: oldestAt } = await damage.sumUp(id);
  const conditions = await storage.conditions(id, now);
  return { repository, connection, conditions, damaged: { count, oldestAt }, stale, gitIndex: await findIndex(queries, id) };
};

export const repositoryHealth =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({
    repository: { repositoryId },
  }: RepositoryGrant<'repository.pull'>): ResultAsync<RepositoryHealth, NotFound | Unavailable> => {
    const now = clock.now();
    return unitOfWork
      .read(async (queries) => {
        const repository = await queries.repositories.find(repositoryId);
        return repository && readFacts(queries, repository, now);
      })
      .andThen((facts) => (facts === undefined ? err(notFound) : ok(judgeHealth(facts, now))));
  };
