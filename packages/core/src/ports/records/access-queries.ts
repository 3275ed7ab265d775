import type { Organization } from '../../model/organizations/organization.js';
import type { RepositoryAccessFacts } from '../../model/permissions/decide-access.js';
import type { Role } from '../../model/permissions/role.js';
import type { PlanId } from '../../model/quotas/plan.js';
import type { OrganizationId, RepositoryId, Slug, StorageNamespace, UserId } from '../../model/values/index.js';

/** Everything that deciding about one user and one repository needs, in one look-up. */
export interface RepositoryAccess extends RepositoryAccessFacts {
  readonly namespace: StorageNamespace;
  readonly planId: PlanId;
}

export interface OrganizationAccess {
  readonly organization: Organization;
  readonly role: Role | undefined;
}

export interface AccessQueries {
  /** Undefined when there is no such repository. */
  ofRepository(userId: UserId, repositoryId: RepositoryId): Promise<RepositoryAccess | undefined>;
  /** By the slugs of the organization and of the repository in it; undefined when there is no such repository. */
  findRepository(organization: Slug, repository: Slug): Promise<RepositoryId | undefined>;
  /** By id or by slug; undefined when there is no such organization. */
  ofOrganization(userId: UserId, reference: OrganizationId | Slug): Promise<OrganizationAccess | undefined>;
}
