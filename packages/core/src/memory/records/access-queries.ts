import { isId, type OrganizationId } from '../../model/values/index.js';
import type { AccessQueries } from '../../ports/records/access-queries.js';
import { keyOf } from '../table.js';
import type { ReadableTables } from '../tables.js';

export const accessQueries = (tables: ReadableTables): AccessQueries => ({
  ofRepository: async (userId, repositoryId) => {
    const repository = tables.repositories.get(repositoryId);
    const organization = repository && tables.organizations.get(repository.organizationId);
    if (repository === undefined || organization === undefined) return undefined;
    const member = tables.repositoryMembers.get(keyOf(repositoryId, userId));
    return {
      repositoryId,
      organizationId: organization.id,
      visibility: repository.visibility,
      role: tables.memberships.get(keyOf(organization.id, userId))?.role,
      override: member?.level,
      isOverrideSetByOwner: member?.isSetByOwner ?? false,
      namespace: repository.namespace,
      planId: organization.planId,
    };
  },
  findRepository: async (organization, repository) => {
    const owner = tables.organizations.where(({ slug }) => slug === organization)[0];
    return tables.repositories.where(({ organizationId, slug }) => organizationId === owner?.id && slug === repository)[0]?.id;
  },
  ofOrganization: async (userId, reference) => {
    const organization = isId<OrganizationId>(reference)
      ? tables.organizations.get(reference)
      : tables.organizations.where(({ slug }) => slug === reference)[0];
    if (organization === undefined) return undefined;
    return { organization, role: tables.memberships.get(keyOf(organization.id, userId))?.role };
  },
});
