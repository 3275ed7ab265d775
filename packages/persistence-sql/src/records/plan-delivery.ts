import type { WebhookId } from '@svc/core/model';
import { sql } from 'kysely';
import type { SqlSource } from './sql-source.js';

/**
 * Plans the next delivery lease of a webhook that nobody has leased: when the first of its deliveries is due, if it is active; but not before its last
 * lease, so that one with much to hear goes behind those who have waited for longer.
 */
export const planDelivery = async ({ db }: Pick<SqlSource, 'db'>, id: WebhookId): Promise<void> => {
  const firstDue = db
    .selectFrom('webhook_deliveries')
    .select((expression) => expression.fn.min('due_at').as('due_at'))
    .where('webhook_id', '=', id)
    .where('due_at', 'is not', null);
  await db
    .updateTable('webhooks')
    .set({
      due_at: sql<number | null>`case when is_active = 1 then
        (select case when first.due_at < last_delivery_at then last_delivery_at else first.due_at end from ${firstDue} as first) end`,
    })
    .where('id', '=', id)
    .where('claimed_by', 'is', null)
    .execute();
};
