import { type Notification, type NotificationId, notifiedRoles } from '@svc/core/model';
import type { NotificationFilter, NotificationQueries, NotificationRecords } from '@svc/core/ports';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { dataFromText } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

const notificationOfRow = (row: Selectable<Schema['notifications']>): Notification => ({
  id: row.id,
  userId: row.user_id,
  organizationId: row.organization_id,
  type: row.type,
  data: dataFromText(row.data),
  createdAt: row.created_at,
  readAt: row.read_at ?? undefined,
});

const passes =
  ({ organizationId, isUnread, types }: NotificationFilter) =>
  (column: ExpressionBuilder<Schema, 'notifications'>) =>
    column.and([
      column.exists(
        column
          .selectFrom('memberships')
          .select('memberships.user_id')
          .whereRef('memberships.user_id', '=', 'notifications.user_id')
          .whereRef('memberships.organization_id', '=', 'notifications.organization_id')
          .where('memberships.role', 'in', notifiedRoles),
      ),
      ...(types === undefined ? [] : [column.or(types.map((type) => column('type', '=', type)))]),
      ...(organizationId === undefined ? [] : [column('organization_id', '=', organizationId)]),
      ...(isUnread === undefined ? [] : [column('read_at', isUnread ? 'is' : 'is not', null)]),
    ]);

export const notificationQueries = ({ db }: SqlSource): NotificationQueries => ({
  list: async (userId, filter, page) => {
    let query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId).where(passes(filter));
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<NotificationId>(tie))]));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, notificationOfRow, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
});

export const notificationRecords = (source: SqlSource): NotificationRecords => {
  const { db } = source;
  return {
    listManagers: async (organizationId) => {
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.id', 'users.email', 'users.email_verified'])
        .where('memberships.organization_id', '=', organizationId)
        .where('memberships.role', 'in', notifiedRoles)
        .where('users.status', '=', 'ACTIVE')
        .orderBy('users.id')
        .execute();
      return rows.map(({ id, email, email_verified: isVerified }) => ({
        userId: id,
        email: isVerified === 1 && email !== null ? email : undefined,
      }));
    },
    add: async ({ id, userId, organizationId, type, data, createdAt, readAt }) => {
      await db
        .insertInto('notifications')
        .values({
          id,
          user_id: userId,
          organization_id: organizationId,
          type,
          data: JSON.stringify(data),
          created_at: createdAt,
          read_at: readAt ?? null,
        })
        .execute();
    },
    read: async (userId, id, filter, at) => {
      const row = await db
        .updateTable('notifications')
        .set((column) => ({ read_at: column.fn.coalesce('read_at', column.val(at)) }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where(passes(filter))
        .returningAll()
        .executeTakeFirst();
      return row && notificationOfRow(row);
    },
    removeOlder: async (before, limit) => {
      const old = db.selectFrom('notifications').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit);
      const removed = await db.deleteFrom('notifications').where('id', 'in', old).returning('id').execute();
      return removed.length;
    },
    ...notificationQueries(source),
  };
};
