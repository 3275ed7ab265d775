import type { OrganizationId, OrganizationQueries, OrganizationRecords, Slug } from '@svc/core';
import { cursorText, pageOf } from '../page-of.js';
import { organizationOf } from './organization-row.js';
import type { SqlSource } from './sql-source.js';

export const organizationQueries = ({ db }: SqlSource): OrganizationQueries => ({
  find: async (organizationId) => {
    const row = await db.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirst();
    return row && organizationOf(row);
  },
  listOfUser: async (userId, page, only) => {
    let query = db
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .selectAll('organizations')
      .select('memberships.role')
      .where('memberships.user_id', '=', userId);
    if (only !== undefined) query = query.where('memberships.organization_id', '=', only);
    if (page.cursor !== undefined) query = query.where('organizations.slug', '>', cursorText<Slug>(page.cursor));
    const rows = await query
      .orderBy('organizations.slug')
      .limit(page.limit + 1)
      .execute();
    const itemOf = (row: (typeof rows)[number]) => ({ organization: organizationOf(row), role: row.role });
    return pageOf(rows, page, itemOf, ({ organization }) => organization.slug);
  },
  findMembership: async (organizationId, userId) => {
    const row = await db
      .selectFrom('memberships')
      .select('role')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && { organizationId, userId, role: row.role };
  },
});

const countRows = ({ db }: SqlSource, table: 'memberships' | 'repositories', organizationId: OrganizationId) =>
  db
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId);

export const organizationRecords = (source: SqlSource): OrganizationRecords => {
  const { db } = source;
  return {
    ...organizationQueries(source),
    add: async ({ id, name, slug, planId, hasByosAddOn, createdAt }) => {
      const added = await db
        .insertInto('organizations')
        .values({ id, name, slug, plan_id: planId, byos_add_on: hasByosAddOn ? 1 : 0, created_at: createdAt })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) return false;
      await db
        .insertInto('organization_usages')
        .values({ organization_id: id, used_bytes: 0, reserved_bytes: 0, byos_bytes: 0 })
        .execute();
      return true;
    },
    update: async ({ id, name, slug, planId, hasByosAddOn }) => {
      const updated = await db
        .updateTable('organizations')
        .set({ name, slug, plan_id: planId, byos_add_on: hasByosAddOn ? 1 : 0 })
        .where('id', '=', id)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('organizations as others')
                .select('others.id')
                .where('others.slug', '=', slug)
                .where('others.id', '!=', id),
            ),
          ),
        )
        .returning('id')
        .execute();
      return updated.length > 0;
    },
    // Memberships, tokens, storage connections and usage go with it.
    remove: async (organizationId) => {
      await db.deleteFrom('organizations').where('id', '=', organizationId).execute();
    },
    // Writing the row holds it, on every database.
    lock: async (organizationId) => {
      const held = await db
        .updateTable('organizations')
        .set((expression) => ({ name: expression.ref('name') }))
        .where('id', '=', organizationId)
        .returning('id')
        .execute();
      return held.length > 0;
    },
    countRepositories: async (organizationId) =>
      (await countRows(source, 'repositories', organizationId).executeTakeFirstOrThrow()).count,
    countMembers: async (organizationId) =>
      (await countRows(source, 'memberships', organizationId).executeTakeFirstOrThrow()).count,
    countOwners: async (organizationId) => {
      const owners = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'OWNER')
        .execute();
      return owners.length;
    },
    putMembership: async ({ organizationId, userId, role }) => {
      await db
        .insertInto('memberships')
        .values({ organization_id: organizationId, user_id: userId, role })
        .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
        .execute();
    },
    removeMembership: async (organizationId, userId) => {
      await db.deleteFrom('memberships').where('organization_id', '=', organizationId).where('user_id', '=', userId).execute();
    },
  };
};
