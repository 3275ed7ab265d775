import type { MeasuredGroup, UserId } from '@svc/core/model';
import type { GroupQueries, GroupRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { isVisibleTo } from './is-visible-to.js';
import type { SqlSource } from './sql-source.js';

interface GroupRow extends Selectable<Schema['storage_groups']> {
  readonly repository_count: number;
  readonly physical_bytes: number;
}

const groupOf = (row: GroupRow): MeasuredGroup => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  description: row.description,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  repositoryCount: row.repository_count,
  physicalBytes: row.physical_bytes,
});

/** All groups, with what the user sees in each. */
const measuredGroups = ({ db }: SqlSource, userId: UserId) =>
  db
    .selectFrom('storage_groups')
    .selectAll('storage_groups')
    .select((group) => {
      const seen = group
        .selectFrom('repositories')
        .innerJoin('repository_usages', 'repository_usages.repository_id', 'repositories.id')
        .whereRef('repositories.storage_group_id', '=', 'storage_groups.id')
        .where(isVisibleTo(userId));
      return [
        seen
          .select(sql<number>`count(*)`.as('count'))
          .$asScalar()
          .$notNull()
          .as('repository_count'),
        seen
          .select(sql<number>`cast(coalesce(sum(repository_usages.physical_bytes), 0) as bigint)`.as('bytes'))
          .$asScalar()
          .$notNull()
          .as('physical_bytes'),
      ];
    });

export const groupQueries = (source: SqlSource): GroupQueries => ({
  list: async (organizationId, userId, page) => {
    let query = measuredGroups(source, userId).where('storage_groups.organization_id', '=', organizationId);
    if (page.cursor !== undefined) query = query.where('storage_groups.name', '>', cursorText<string>(page.cursor));
    const rows = await query
      .orderBy('storage_groups.name')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, groupOf, ({ name }) => name);
  },
  find: async (organizationId, userId, id) => {
    const row = await measuredGroups(source, userId)
      .where('storage_groups.id', '=', id)
      .where('storage_groups.organization_id', '=', organizationId)
      .executeTakeFirst();
    return row && groupOf(row);
  },
});

export const groupRecords = (source: SqlSource): GroupRecords => {
  const { db } = source;
  return {
    add: async ({ id, organizationId, name, description, createdAt, updatedAt }) => {
      const added = await db
        .insertInto('storage_groups')
        .values({ id, organization_id: organizationId, name, description, created_at: createdAt, updated_at: updatedAt })
        .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
        .returning('id')
        .execute();
      return added.length > 0;
    },
    update: async ({ id, name, description, updatedAt }) => {
      const updated = await db
        .updateTable('storage_groups')
        .set({ name, description, updated_at: updatedAt })
        .where('id', '=', id)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('storage_groups as others')
                .select('others.id')
                .whereRef('others.organization_id', '=', 'storage_groups.organization_id')
                .where('others.name', '=', name)
                .where('others.id', '!=', id),
            ),
          ),
        )
        .returning('id')
        .execute();
      return updated.length > 0;
    },
    remove: async (organizationId, id) => {
      const removed = await db
        .deleteFrom('storage_groups')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning('id')
        .execute();
      if (removed.length === 0) return false;
      await db.updateTable('repositories').set({ storage_group_id: null }).where('storage_group_id', '=', id).execute();
      return true;
    },
    ...groupQueries(source),
  };
};
