import type { Member } from '../../model/organizations/member.js';
import type { Membership, Organization } from '../../model/organizations/organization.js';
import type { Role } from '../../model/permissions/role.js';
import type { OrganizationId, Page, PageRequest, Slug, UserId } from '../../model/values/index.js';

export interface OrganizationQueries {
  find(organizationId: OrganizationId): Promise<Organization | undefined>;
  findBySlug(slug: Slug): Promise<Organization | undefined>;
  /** Every organization, by slug. */
  listAll(page: PageRequest): Promise<Page<Organization>>;
  /** The user's organizations with the user's role, by slug; `only` narrows to one. */
  listOfUser(
    userId: UserId,
    page: PageRequest,
    only?: OrganizationId,
  ): Promise<Page<{ readonly organization: Organization; readonly role: Role }>>;
  findMembership(organizationId: OrganizationId, userId: UserId): Promise<Membership | undefined>;
  countRepositories(organizationId: OrganizationId): Promise<number>;
  countMembers(organizationId: OrganizationId): Promise<number>;
  /** By user id. */
  listMembers(organizationId: OrganizationId, page: PageRequest): Promise<Page<Member>>;
}

export interface OrganizationRecords extends OrganizationQueries {
  /** Adds it with empty usage; false, and nothing written, when the slug is taken. */
  add(organization: Organization): Promise<boolean>;
  /** Changes name, slug, plan or add-on; false, and nothing written, when the slug is taken. */
  update(organization: Organization): Promise<boolean>;
  /** Removes the organization with its memberships, invitations, tokens, usage and billing account. Its repositories must be gone before. */
  remove(organizationId: OrganizationId): Promise<void>;
  /**
   * Holds the organization until the transaction ends, so that what is counted next cannot change meanwhile.
   * False when it is gone.
   */
  lock(organizationId: OrganizationId): Promise<boolean>;
  /** Whether anybody but this user is an OWNER and has an active account. */
  hasOtherOwner(organizationId: OrganizationId, userId: UserId): Promise<boolean>;
  /** In the order of their ids. */
  listOwners(organizationId: OrganizationId): Promise<readonly UserId[]>;
  /** The organizations of which the user is an OWNER. */
  countOwned(userId: UserId): Promise<number>;
  /** Adds the member, or changes the role, and nothing else, of one who is there. */
  putMembership(membership: Membership): Promise<void>;
  removeMembership(organizationId: OrganizationId, userId: UserId): Promise<void>;
}
