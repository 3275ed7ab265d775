import type { DeletedRepository, DeletedRepositoryChange } from '../../model/deleted-repository.js';
import type { OverrideLevel } from '../../model/permissions/repository-override.js';
import type { Repository, RepositoryMember, SharedRepository } from '../../model/repository.js';
import type {
  Instant,
  OrganizationId,
  Page,
  PageRequest,
  RepositoryId,
  StorageConnectionId,
  UserId,
} from '../../model/values/index.js';

export interface RepositoryQueries {
  find(repositoryId: RepositoryId): Promise<Repository | undefined>;
  /** Those of the organization by slug, without the ones on which the user's override is `NONE`, which there are none of where the user is undefined; `only` narrows to one. */
  listOfOrganization(
    organizationId: OrganizationId,
    userId: UserId | undefined,
    page: PageRequest,
    only?: RepositoryId,
  ): Promise<Page<Repository>>;
  /** Deleted repositories that are due at `now`, those that have been for longest first, at most `limit`. */
  listDeleted(now: Instant, limit: number): Promise<readonly DeletedRepository[]>;
  /** All deleted repositories that are not forgotten and whose bytes lie in the connection's bucket, by id, due or not. */
  listDeletedIn(connectionId: StorageConnectionId): Promise<readonly DeletedRepository[]>;
  /** The users with a level of their own, by user id. */
  listMembers(repositoryId: RepositoryId, page: PageRequest): Promise<Page<RepositoryMember>>;
  /** Those on which the user has a level above `NONE` and to whose organization the user does not belong, the level that was given last first. */
  listShared(userId: UserId, page: PageRequest): Promise<Page<SharedRepository>>;
}

export interface RepositoryRecords extends RepositoryQueries {
  /** Every repository of the organization, whatever levels users have there: for a change that touches them all. */
  allOfOrganization(organizationId: OrganizationId): Promise<readonly Repository[]>;
  /** Adds it with generation 0 and empty usage; false, and nothing written, when the organization has the slug already. */
  add(repository: Repository): Promise<boolean>;
  /** Changes name, slug, description, visibility, group and after how many days what is unreachable is removed; false, and nothing written, when the slug is taken. */
  update(repository: Repository): Promise<boolean>;
  /**
   * Removes it with its objects, members, invitations, locks and usage, and revokes the tokens bound to it. Its upload sessions stay, for the sweeper, and so does
   * from whom it was hidden. What only queries about this very repository meet may stay, too, until `removeRemains`.
   */
  remove(repositoryId: RepositoryId): Promise<void>;
  /** Removes at most about `limit` rows of what removed repositories have left here; false when they have left nothing. */
  removeRemains(limit: number): Promise<boolean>;
  /** Notes what a repository that was removed has left in storage. */
  addDeleted(deleted: DeletedRepository): Promise<void>;
  /** Writes the change, while what is counted for it and when it is looked at next are still as in `former`; false, and nothing written, otherwise. */
  updateDeleted(former: DeletedRepository, change: DeletedRepositoryChange): Promise<boolean>;
  /** Forgets a deleted repository of which nothing is left, under the same condition. */
  removeDeleted(former: DeletedRepository): Promise<boolean>;
  /** Adds one to the generation and returns the new one; undefined when the repository is gone. Holds it until the transaction ends. */
  bumpGeneration(repositoryId: RepositoryId, now: Instant): Promise<number | undefined>;
  /** Gives the user a level, in place of the one they had and of its `createdAt`. */
  putMember(member: {
    readonly repositoryId: RepositoryId;
    readonly userId: UserId;
    readonly level: OverrideLevel;
    /** Whether who gives it is an OWNER: what makes a level count for an ADMIN, see `countsFor`. */
    readonly isSetByOwner: boolean;
    readonly createdAt: Instant;
  }): Promise<void>;
  /** False when the user had no level there. */
  removeMember(repositoryId: RepositoryId, userId: UserId): Promise<boolean>;
  /** Takes the user's levels above `NONE` away on all repositories of the organization; where they are barred they stay so. */
  removeMemberFromAll(organizationId: OrganizationId, userId: UserId): Promise<void>;
}
