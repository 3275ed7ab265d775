import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { deduplicationOf } from '../../model/conversions/deduplication.js';
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

type ContentQueries = Pick<Queries, 'conversions' | 'organizations' | 'recommendations' | 'repositories'>;

/** Whether nothing of the repository is to be cut into chunks. */
const isSwitchedOff = async ({ repositories, organizations }: ContentQueries, repositoryId: RepositoryId): Promise<boolean> => {
  const repository = await repositories.find(repositoryId);
  if (repository === undefined) return false;
  const { storageMode, deduplicate: ofRepository, organizationId } = repository;
  const ofOrganization = (await organizations.find(organizationId))?.deduplicate;
  return deduplicationOf({ storageMode, ofRepository, ofOrganization }) === 'off';
};

/** What follows from what the repository holds. */
export const ofContent = async (
  queries: ContentQueries,
  repository: RepositorySize,
  now: Instant,
): Promise<readonly Recommendation[]> => {
  const { recommendations, conversions } = queries;
  const from = { minBytes: unusedObjectBytes, storedBefore: now - unusedObjectMs, among: maxObjects };
  const unused = await recommendations.unusedObjects(repository.id, from);
  const off = deduplicationOff(repository, await conversions.possible(repository.id));
  return [
    ...unusedObjects(repository, unused),
    ...poorDeduplication(repository),
    // The looks may be of before it was switched on, and objects that are read often are looked at no more then.
    ...(off.length > 0 && (await isSwitchedOff(queries, repository.id)) ? off : []),
  ];
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
  queries: ContentQueries & Pick<Queries, 'gitIndex' | 'unreachable' | 'usage'>,
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
