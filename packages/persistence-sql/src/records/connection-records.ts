import type { StorageConnectionId } from '@svc/core/model';
import type { ConnectionQueries, ConnectionRecords } from '@svc/core/ports';
import type { Kysely, Selectable } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { changeableColumns, connectionOfRow, healthColumns } from './connection-row.js';
import type { SqlSource } from './sql-source.js';

const hasDeleted = async (db: Kysely<Schema>, id: StorageConnectionId): Promise<boolean> => {
  const row = await db
    .selectFrom('deleted_repositories')
    .select('repository_id')
    .where('storage_connection_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Keeps, of rows that were removed, those in whose buckets deleted repositories have bytes. */
const keepRetired = async (db: Kysely<Schema>, removed: readonly Selectable<Schema['storage_connections']>[]): Promise<void> => {
  for (const row of removed) {
    if (await hasDeleted(db, row.id)) await db.insertInto('retired_connections').values(row).execute();
  }
};

export const connectionQueries = ({ db }: SqlSource): ConnectionQueries => ({
  list: async (organizationId, page) => {
    let query = db.selectFrom('storage_connections').selectAll().where('organization_id', '=', organizationId);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) =>
          column.or([column('created_at', '<', value), column('id', '>', cursorText<StorageConnectionId>(tie))]),
        );
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, connectionOfRow, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  find: async (organizationId, id) => {
    const row = await db
      .selectFrom('storage_connections')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return row && connectionOfRow(row);
  },
  findForRouting: async (id) => {
    const row =
      (await db.selectFrom('storage_connections').selectAll().where('id', '=', id).executeTakeFirst()) ??
      (await db.selectFrom('retired_connections').selectAll().where('id', '=', id).executeTakeFirst());
    return row && connectionOfRow(row);
  },
  count: async (organizationId) => {
    const { count } = await db
      .selectFrom('storage_connections')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  },
  isUsed: async (id) => {
    const row = await db
      .selectFrom('repositories')
      .select('id')
      .where('storage_connection_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined || hasDeleted(db, id);
  },
  listUnchecked: async (checkedBefore, beyond, limit) => {
    const connections = db.selectFrom('storage_connections').selectAll().orderBy('checked_at').orderBy('id');
    const unchecked = await connections.where('checked_at', '<=', checkedBefore).limit(limit).execute();
    if (unchecked.length >= limit) return unchecked.map(connectionOfRow);
    const ahead = await connections
      .where('checked_at', '>', beyond)
      .limit(limit - unchecked.length)
      .execute();
    return [...unchecked, ...ahead].map(connectionOfRow);
  },
});

export const connectionRecords = (source: SqlSource): ConnectionRecords => {
  const { db } = source;
  const queries = connectionQueries(source);
  return {
    ...queries,
    add: async (connection) => {
      const { id, organizationId, createdAt } = connection;
      await db
        .insertInto('storage_connections')
        .values({ id, organization_id: organizationId, created_at: createdAt, ...changeableColumns(connection) })
        .execute();
    },
    replace: async (connection) => {
      const replaced = await db
        .updateTable('storage_connections')
        .set(changeableColumns(connection))
        .where('id', '=', connection.id)
        .where('organization_id', '=', connection.organizationId)
        .where('revision', '=', connection.revision - 1)
        .returning('id')
        .execute();
      return replaced.length > 0;
    },
    recordHealth: async (id, revision, health) => {
      const recorded = await db
        .updateTable('storage_connections')
        .set(healthColumns(health))
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returning('id')
        .execute();
      return recorded.length > 0;
    },
    remove: async (organizationId, id) => {
      const removed = await db
        .deleteFrom('storage_connections')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression.selectFrom('repositories').select('repositories.id').where('storage_connection_id', '=', id),
            ),
          ),
        )
        .returningAll()
        .execute();
      await keepRetired(db, removed);
      if (removed.length > 0) return 'removed';
      return (await queries.find(organizationId, id)) === undefined ? 'missing' : 'in_use';
    },
    removeAll: async (organizationId) => {
      const rows = await db
        .deleteFrom('storage_connections')
        .where('organization_id', '=', organizationId)
        .returningAll()
        .execute();
      await keepRetired(db, rows);
    },
    forgetRetired: async (id) => {
      if (await hasDeleted(db, id)) return;
      await db.deleteFrom('retired_connections').where('id', '=', id).execute();
    },
  };
};
