import { isId, type OrganizationId } from '@svc/core/model';
import type { AccessQueries } from '@svc/core/ports';
import { organizationOf } from './organization-row.js';
import type { SqlSource } from './sql-source.js';

export const accessQueries = ({ db, lookUps }: SqlSource): AccessQueries => ({
  ofRepository: async (userId, repositoryId) => {
    const [row] = await lookUps.accessToRepository(db, [userId, repositoryId]);
    if (row === undefined) return undefined;
    return {
      repositoryId,
      organizationId: row.organization_id,
      visibility: row.visibility,
      role: row.role ?? undefined,
      override: row.level ?? undefined,
      isOverrideSetByOwner: row.set_by_owner === 1,
      namespace: row.namespace,
      planId: row.plan_id,
    };
  },
  findRepository: async (organization, repository) => {
    const row = await db
      .selectFrom('repositories')
      .innerJoin('organizations', 'organizations.id', 'repositories.organization_id')
      .select('repositories.id')
      .where('organizations.slug', '=', organization)
      .where('repositories.slug', '=', repository)
      .executeTakeFirst();
    return row?.id;
  },
  ofOrganization: async (userId, reference) => {
    const find = isId<OrganizationId>(reference) ? lookUps.accessToOrganization : lookUps.accessToSlug;
    const [row] = await find(db, [userId, reference]);
    return row && { organization: organizationOf(row), role: row.role ?? undefined };
  },
});
