import type { Activity, ActivityEvent, ActivityType, Push } from '../../model/activity.js';
import type { OrganizationId, RepositoryId, UserId } from '../../model/values/index.js';

export interface ActivityFilter {
  /** At least one, each once. */
  readonly types: readonly ActivityType[];
  readonly actorId?: UserId | undefined;
  readonly repositoryId?: RepositoryId | undefined;
  /** Leaves out what is about repositories on which this user's override is `NONE`, or was when the repository was removed. */
  readonly hiddenFrom: UserId;
}

export interface ActivityQueries {
  /** The organization's events, newest first, without the `skip` first ones. */
  list(
    organizationId: OrganizationId,
    filter: ActivityFilter,
    part: { readonly limit: number; readonly skip: number },
  ): Promise<readonly Activity[]>;
}

export interface ActivityRecords extends ActivityQueries {
  /** An event about a repository is written while the repository is there: what it is called is kept with it. */
  append(event: ActivityEvent): Promise<void>;
  /**
   * Writes that a push is over. One that `isPartOfMore`, an object of a client that registers one after the other, joins the same user's newest push to
   * the repository when that is of such parts too and its last was less than `pushGapMs` before; then it adds objects and bytes to it.
   */
  addPush(push: Push, isPartOfMore: boolean): Promise<void>;
}
