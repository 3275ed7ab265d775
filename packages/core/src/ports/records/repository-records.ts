import type { RepositoryMember, Repository } from '../../repositories/repository.js';
import type { OverrideLevel } from '../../access/repository-override.js';
import type { Instant, OrganizationId, Page, PageRequest, RepositoryId, UserId } from '../../values/index.js';

export interface RepositoryQueries {
  find(repositoryId: RepositoryId): Promise<Repository | undefined>;
  /** Those of the organization by slug, without the ones on which the user's override is `NONE`; `only` narrows to one. */
  listOfOrganization(
    organizationId: OrganizationId,
    userId: UserId,
    page: PageRequest,
    only?: RepositoryId,
  ): Promise<Page<Repository>>;
  /** The users with a level of their own, by user id. */
  listMembers(repositoryId: RepositoryId, page: PageRequest): Promise<Page<RepositoryMember>>;
}

export interface RepositoryRecords extends RepositoryQueries {
  /** Every repository of the organization, whatever levels users have there: for a change that touches them all. */
  allOfOrganization(organizationId: OrganizationId): Promise<readonly Repository[]>;
  /** Adds it with generation 0 and empty usage; false, and nothing written, when the organization has the slug already. */
  add(repository: Repository): Promise<boolean>;
  /** Changes name, slug, description, visibility and group; false, and nothing written, when the slug is taken. */
  update(repository: Repository): Promise<boolean>;
  /** Removes it with its objects, members, locks and usage, and revokes the tokens bound to it. Its upload sessions stay, for the sweeper. */
  remove(repositoryId: RepositoryId): Promise<void>;
  /** Adds one to the generation and returns the new one; undefined when the repository is gone. Holds it until the transaction ends. */
  bumpGeneration(repositoryId: RepositoryId, now: Instant): Promise<number | undefined>;
  /** Gives the user a level, in place of the one they had and of its `createdAt`. */
  putMember(member: {
    readonly repositoryId: RepositoryId;
    readonly userId: UserId;
    readonly level: OverrideLevel;
    readonly createdAt: Instant;
  }): Promise<void>;
  /** False when the user had no level there. */
  removeMember(repositoryId: RepositoryId, userId: UserId): Promise<boolean>;
}
