import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { RepositorySize } from '../../model/recommendations/findings.js';
import { ofGitIndex } from '../../model/recommendations/index-rules.js';
import { bySeverity, type Recommendation } from '../../model/recommendations/recommendation.js';
import {
  deduplicationOff,
  poorDeduplication,
  staleSessionMs,
  staleUploadSessions,
  unusedObjectBytes,
  unusedObjectMs,
  unusedObjects,
} from '../../model/recommendations/repository-rules.js';
import { type UnreachableFindings, unreachableObjects } from '../../model/recommendations/unreachable-rules.js';
import type { Instant, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findIndex } from '../../steps/git-history/index-findings.js';
import { withoutDismissed } from './without-dismissed.js';

/** How much is looked at, so that an answer costs the same for every repository. */
const maxObjects = 100;
const maxSessions = 100;

/** What follows from what the repository holds. */
export const ofContent = async (
  { recommendations, conversions }: Pick<Queries, 'recommendations' | 'conversions'>,
  repository: RepositorySize,
  now: Instant,
): Promise<readonly Recommendation[]> => {
  const from = { minBytes: unusedObjectBytes, storedBefore: now - unusedObjectMs, among: maxObjects };
  const unused = await recommendations.unusedObjects(repository.id, from);
  const possible = await conversions.possible(repository.id);
  return [...unusedObjects(repository, unused), ...poorDeduplication(repository), ...deduplicationOff(repository, possible)];
};

const findUnreachable = async (
  { unreachable }: Pick<Queries, 'unreachable'>,
  repositoryId: RepositoryId,
): Promise<UnreachableFindings | undefined> => {
  const look = await unreachable.findLook(repositoryId);
  return look && { ...(await unreachable.sum(repositoryId)), look };
};

/** Dismissed ones too. */
export const allOfRepository = async (
  queries: Pick<Queries, 'conversions' | 'gitIndex' | 'recommendations' | 'unreachable' | 'usage'>,
  repositoryId: RepositoryId,
  now: Instant,
): Promise<readonly Recommendation[]> => {
  const repository = await queries.recommendations.weigh(repositoryId);
  if (repository === undefined) return [];
  const when = { now, openedBefore: now - staleSessionMs };
  const sessions = await queries.recommendations.staleSessionsOf(repositoryId, when, maxSessions);
  const ofIndex = ofGitIndex(repository, await findIndex(queries, repositoryId), now);
  const ofReach = unreachableObjects(repository, await findUnreachable(queries, repositoryId));
  const content = await ofContent(queries, repository, now);
  return bySeverity([...staleUploadSessions(sessions), ...content, ...ofIndex, ...ofReach]);
};

export const recommendOfRepository =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ repository }: RepositoryGrant<'repository.pull'>): ResultAsync<readonly Recommendation[], Unavailable> => {
    const now = clock.now();
    return unitOfWork.read(async (queries) =>
      withoutDismissed(queries, await allOfRepository(queries, repository.repositoryId, now), now),
    );
  };
