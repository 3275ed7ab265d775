import type { Dismissal } from '../../model/recommendations/dismissal.js';

import type { StaleSession, UnusedObject, RepositorySize } from '../../model/recommendations/findings.js';
import type { Instant, OrganizationId, RepositoryId, UserId } from '../../model/values/index.js';

/** What recommendations are made from. Each looks at few rows, however many there are. */
export interface RecommendationQueries {
  /** The repositories that occupy most, without those on which the user's override is `NONE`; the greatest first. */
  largestRepositories(organizationId: OrganizationId, hiddenFrom: UserId, limit: number): Promise<readonly RepositorySize[]>;
  /**
   * Those of the `among` greatest objects of the repository that have at least so many bytes, were stored before the instant, and were never
   * downloaded; the greatest first.
   */
  unusedObjects(
    repositoryId: RepositoryId,
    from: { readonly minBytes: number; readonly storedBefore: Instant; readonly among: number },
  ): Promise<readonly UnusedObject[]>;
  /**
   * OPEN client sessions of the organization that end after `now`, were opened before the instant and hold bytes back, without those to repositories on
   * which the user's override is `NONE`; those that end first, at most `limit`.
   */
  staleSessions(
    organizationId: OrganizationId,
    hiddenFrom: UserId,
    when: { readonly now: Instant; readonly openedBefore: Instant },
    limit: number,
  ): Promise<readonly StaleSession[]>;
  /** The same of one repository, for every caller. */
  staleSessionsOf(
    repositoryId: RepositoryId,
    when: { readonly now: Instant; readonly openedBefore: Instant },
    limit: number,
  ): Promise<readonly StaleSession[]>;
  /** One repository; undefined when it is not there. */
  weigh(repositoryId: RepositoryId): Promise<RepositorySize | undefined>;
  /** The ids of the recommendations of these repositories that were dismissed at the instant or later. */
  listDismissed(repositoryIds: readonly RepositoryId[], since: Instant): Promise<ReadonlySet<string>>;
  /** Live tokens without an end that were made before the instant. */
  countEndlessTokens(organizationId: OrganizationId, madeBefore: Instant): Promise<number>;
}

export interface RecommendationRecords extends RecommendationQueries {
  /** Notes the dismissal in place of an older one; false, and nothing written, when there is one of the instant `since` or later. */
  dismiss(dismissal: Dismissal, since: Instant): Promise<boolean>;
}
