import type { Delivery, DeliveryId } from '@svc/core/model';
import type { DeliveryQueries, DeliveryRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { inBatches } from '../in-batches.js';
import { cursorText, pageOf } from '../page-of.js';
import { planDelivery } from './plan-delivery.js';
import type { SqlSource } from './sql-source.js';
import { deliveryOfRow } from './webhook-row.js';

export const deliveryQueries = ({ db }: SqlSource): DeliveryQueries => ({
  list: async (webhookId, page) => {
    let query = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<DeliveryId>(tie))]));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, deliveryOfRow, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  find: async (webhookId, id) => {
    const row = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .executeTakeFirst();
    return row && deliveryOfRow(row);
  },
});

const newRowOf = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_type: delivery.eventType,
  body: delivery.body,
  attempts: delivery.attempts,
  created_at: delivery.createdAt,
  due_at: delivery.createdAt,
});

export const deliveryRecords = (source: SqlSource): DeliveryRecords => {
  const { db } = source;
  return {
    add: async (deliveries) => {
      await inBatches(deliveries, (batch) => db.insertInto('webhook_deliveries').values(batch.map(newRowOf)).execute());
      for (const id of new Set(deliveries.map(({ webhookId }) => webhookId))) await planDelivery(source, id);
    },
    claim: async (webhookId, holder, now, until, limit, beyond) => {
      const first = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      const begin = (due: typeof first) =>
        db
          .updateTable('webhook_deliveries')
          .set({
            due_at: until,
            claimed_by: holder,
            attempts: sql<number>`attempts + case when claimed_by is null then 1 else 0 end`,
          })
          .where('id', 'in', due)
          .returningAll()
          .execute();
      const due = await begin(first.where('due_at', '<=', now));
      const rows = due.length > 0 || beyond === undefined ? due : await begin(first.where('due_at', '>', beyond));
      return rows.map((row) => ({ delivery: deliveryOfRow(row), holder }));
    },
    recordOutcome: async ({ delivery: { id, attempts }, holder }, { httpStatus, fault, durationMs }, after) => {
      const settled = await db
        .updateTable('webhook_deliveries')
        .set({
          http_status: httpStatus ?? null,
          fault: fault ?? null,
          duration_ms: durationMs,
          is_success: after.kind === 'retry' ? null : after.isSuccess ? 1 : 0,
          due_at: after.kind === 'retry' ? after.dueAt : null,
          claimed_by: null,
        })
        .where('id', '=', id)
        .where('claimed_by', '=', holder)
        .where('attempts', '=', attempts)
        .returning('id')
        .execute();
      return settled.length > 0;
    },
    removeOlder: async (before, limit) => {
      const old = db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit);
      const removed = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).returning('id').execute();
      return removed.length;
    },
    ...deliveryQueries(source),
  };
};
