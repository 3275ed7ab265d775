import type { Role } from '../../access/role.js';
import type { Membership, Organization } from '../../organizations/organization.js';
import type { OrganizationId, Page, PageRequest, UserId } from '../../values/index.js';

export interface OrganizationQueries {
  find(organizationId: OrganizationId): Promise<Organization | undefined>;
  /** The user's organizations with the user's role, by slug; `only` narrows to one. */
  listOfUser(
    userId: UserId,
    page: PageRequest,
    only?: OrganizationId,
  ): Promise<Page<{ readonly organization: Organization; readonly role: Role }>>;
  findMembership(organizationId: OrganizationId, userId: UserId): Promise<Membership | undefined>;
}

export interface OrganizationRecords extends OrganizationQueries {
  /** Adds it with empty usage; false, and nothing written, when the slug is taken. */
  add(organization: Organization): Promise<boolean>;
  /** Changes name, slug, plan or add-on; false, and nothing written, when the slug is taken. */
  update(organization: Organization): Promise<boolean>;
  /** Removes the organization with its memberships, tokens and usage. Its repositories must be gone before. */
  remove(organizationId: OrganizationId): Promise<void>;
  /**
   * Holds the organization until the transaction ends, so that what is counted next cannot change meanwhile.
   * False when it is gone.
   */
  lock(organizationId: OrganizationId): Promise<boolean>;
  countRepositories(organizationId: OrganizationId): Promise<number>;
  countMembers(organizationId: OrganizationId): Promise<number>;
  countOwners(organizationId: OrganizationId): Promise<number>;
  /** Adds the member, or changes the role of one who is there. */
  putMembership(membership: Membership): Promise<void>;
  removeMembership(organizationId: OrganizationId, userId: UserId): Promise<void>;
}
