import type { Slug } from '@svc/core';
import type { OrganizationId, UserId } from '@svc/core/model';
import type { OrganizationQueries, OrganizationRecords } from '@svc/core/ports';
import { cursorText, pageOf } from '../page-of.js';
import { organizationOf } from './organization-row.js';
import { removeInSlices } from './remove-first.js';
import type { SqlSource } from './sql-source.js';
import { removeDeliveriesOfAll } from './webhook-records.js';
import { addOrganizationWords } from './word-rows.js';

const countRows = async ({ db }: SqlSource, table: 'memberships' | 'repositories', organizationId: OrganizationId) => {
  const { count } = await db
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
};

export const organizationQueries = (source: SqlSource): OrganizationQueries => ({
  find: async (organizationId) => {
    const row = await source.db.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirst();
    return row && organizationOf(row);
  },
  findBySlug: async (slug) => {
    const row = await source.db.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst();
    return row && organizationOf(row);
  },
  listAll: async (page) => {
    const rows = await source.db
      .selectFrom('organizations')
      .selectAll()
      // Every slug comes after the empty text.
      .where('slug', '>', cursorText<Slug>(page.cursor ?? ''))
      .orderBy('slug')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, organizationOf, ({ slug }) => slug);
  },
  listOfUser: async (userId, page, only) => {
    const { db, lookUps } = source;
    // Every slug comes after the empty text.
    const values = [userId, page.cursor ?? '', page.limit + 1];
    const rows =
      only === undefined
        ? await lookUps.organizationsOfUser(db, values)
        : await lookUps.oneOrganizationOfUser(db, [...values, only]);
    const itemOf = (row: (typeof rows)[number]) => ({ organization: organizationOf(row), role: row.role });
    return pageOf(rows, page, itemOf, ({ organization }) => organization.slug);
  },
  findMembership: async (organizationId, userId) => {
    const row = await source.db
      .selectFrom('memberships')
      .select(['role', 'joined_at'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && { organizationId, userId, role: row.role, joinedAt: row.joined_at };
  },
  listMembers: async (organizationId, page) => {
    let query = source.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.user_id', 'memberships.role', 'memberships.joined_at'])
      .select(['users.name', 'users.email'])
      .where('organization_id', '=', organizationId);
    if (page.cursor !== undefined) query = query.where('user_id', '>', cursorText<UserId>(page.cursor));
    const rows = await query
      .orderBy('user_id')
      .limit(page.limit + 1)
      .execute();
    const memberOf = (row: (typeof rows)[number]) => ({
      organizationId,
      userId: row.user_id,
      role: row.role,
      joinedAt: row.joined_at,
      userName: row.name,
      email: row.email ?? undefined,
    });
    return pageOf(rows, page, memberOf, ({ userId }) => userId);
  },
  countRepositories: (organizationId) => countRows(source, 'repositories', organizationId),
  countMembers: (organizationId) => countRows(source, 'memberships', organizationId),
});

export const organizationRecords = (source: SqlSource): OrganizationRecords => {
  const { db } = source;
  return {
    add: async ({ id, name, slug, planId, hasByosAddOn, deduplicate = null, createdAt }) => {
      const added = await db
        .insertInto('organizations')
        .values({ id, name, slug, plan_id: planId, byos_add_on: hasByosAddOn ? 1 : 0, deduplicate, created_at: createdAt })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) return false;
      await db
        .insertInto('organization_usages')
        .values({ organization_id: id, used_bytes: 0, reserved_bytes: 0, byos_bytes: 0 })
        .execute();
      await db.insertInto('conversion_turns').values({ organization_id: id, due_at: 0, attempts: 0 }).execute();
      await addOrganizationWords(source, [{ id, name, slug }]);
      return true;
    },
    update: async ({ id, name, slug, planId, hasByosAddOn, deduplicate = null }) => {
      const updated = await db
        .updateTable('organizations')
        .set({ name, slug, plan_id: planId, byos_add_on: hasByosAddOn ? 1 : 0, deduplicate })
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
      if (updated.length === 0) return false;
      await db.deleteFrom('organization_words').where('organization_id', '=', id).execute();
      await addOrganizationWords(source, [{ id, name, slug }]);
      return true;
    },
    // Memberships, invitations, tokens, storage connections, webhooks, usage and the billing account go with it.
    remove: async (organizationId) => {
      await removeDeliveriesOfAll(source, organizationId);
      await removeInSlices(source, { table: 'artifact_instants', owner: 'organization_id', place: ['block'] }, organizationId);
      await removeInSlices(source, { table: 'artifact_grams', owner: 'organization_id', place: ['gram'] }, organizationId);
      await db.deleteFrom('organizations').where('id', '=', organizationId).execute();
    },
    lock: async (organizationId) => (await source.lookUps.lockedOrganization(db, [organizationId])).length > 0,
    hasOtherOwner: async (organizationId, userId) => {
      const other = await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select('users.id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'OWNER')
        .where('users.id', '!=', userId)
        .where('users.status', '=', 'ACTIVE')
        .limit(1)
        .executeTakeFirst();
      return other !== undefined;
    },
    listOwners: async (organizationId) => {
      const owners = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'OWNER')
        .orderBy('user_id')
        .execute();
      return owners.map(({ user_id: userId }) => userId);
    },
    countOwned: async (userId) => {
      const { count } = await db
        .selectFrom('memberships')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('role', '=', 'OWNER')
        .executeTakeFirstOrThrow();
      return count;
    },
    putMembership: async ({ organizationId, userId, role, joinedAt }) => {
      await db
        .insertInto('memberships')
        .values({ organization_id: organizationId, user_id: userId, role, joined_at: joinedAt })
        .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
        .execute();
    },
    removeMembership: async (organizationId, userId) => {
      await db.deleteFrom('memberships').where('organization_id', '=', organizationId).where('user_id', '=', userId).execute();
    },
    ...organizationQueries(source),
  };
};
