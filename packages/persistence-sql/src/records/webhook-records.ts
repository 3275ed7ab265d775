import type { OrganizationId, WebhookId } from '@svc/core/model';
import type { DueWebhook, WebhookQueries, WebhookRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import { planDelivery } from './plan-delivery.js';
import { removeInSlices } from './remove-first.js';
import type { SqlSource } from './sql-source.js';
import { webhookColumns, webhookHealthColumns, webhookOfRow } from './webhook-row.js';

export const webhookQueries = ({ db }: SqlSource): WebhookQueries => ({
  list: async (organizationId, page) => {
    let query = db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<WebhookId>(tie))]));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, webhookOfRow, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  find: async (organizationId, id) => {
    const row = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return row && webhookOfRow(row);
  },
  count: async (organizationId) => {
    const { count } = await db
      .selectFrom('webhooks')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  },
  listActive: async (organizationId) => {
    const rows = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('is_active', '=', 1)
      .orderBy('id')
      .execute();
    return rows.map(webhookOfRow);
  },
  listById: async (after, limit) => {
    const rows = await db
      .selectFrom('webhooks')
      .selectAll()
      // Every id is behind the empty one.
      .where('id', '>', after ?? cursorText<WebhookId>(''))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(webhookOfRow);
  },
  listDue: async (now, limit, { passedOver, beyond } = {}) => {
    let first = db
      .selectFrom('webhooks')
      .select(['id', 'due_at'])
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .orderBy('id');
    if (passedOver !== undefined) {
      const { organizationIds, ownerIds, passesUncertain } = passedOver;
      if (organizationIds.length > 0) first = first.where('organization_id', 'not in', organizationIds);
      if (ownerIds.length > 0) {
        const owned = db
          .selectFrom('memberships')
          .select('organization_id')
          .where('role', '=', 'OWNER')
          .where('user_id', 'in', ownerIds);
        first = first.where('organization_id', 'not in', owned);
      }
      if (passesUncertain) first = first.where('last_error', 'is', null).where('last_delivery_at', 'is not', null);
    }
    const rows = await first.where('due_at', '<=', now).limit(limit).execute();
    if (beyond !== undefined && rows.length < limit) {
      rows.push(
        ...(await first
          .where('due_at', '>', beyond)
          .limit(limit - rows.length)
          .execute()),
      );
    }
    return rows.flatMap(({ id, due_at: dueAt }): DueWebhook[] => (dueAt === null ? [] : [{ id, dueAt }]));
  },
});

/** A month of them. */
const removeDeliveries = (source: SqlSource, id: WebhookId): Promise<void> =>
  removeInSlices(source, { table: 'webhook_deliveries', owner: 'webhook_id', place: ['created_at'] }, id);

/** Before the organization is removed, and its webhooks with it. */
export const removeDeliveriesOfAll = async (source: SqlSource, organizationId: OrganizationId): Promise<void> => {
  const rows = await source.db.selectFrom('webhooks').select('id').where('organization_id', '=', organizationId).execute();
  for (const { id } of rows) await removeDeliveries(source, id);
};

export const webhookRecords = (source: SqlSource): WebhookRecords => {
  const { db } = source;
  const queries = webhookQueries(source);
  return {
    add: async (webhook) => {
      await db
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          organization_id: webhook.organizationId,
          sealed_secret: webhook.sealedSecret,
          created_at: webhook.createdAt,
          ...webhookColumns(webhook),
        })
        .execute();
    },
    update: async (webhook) => {
      const updated = await db
        .updateTable('webhooks')
        .set(webhookColumns(webhook))
        // Nobody has leased a webhook that is switched off.
        .$if(!webhook.isActive, (update) => update.set({ claimed_by: null }))
        .where('id', '=', webhook.id)
        .where('organization_id', '=', webhook.organizationId)
        .returning('id')
        .execute();
      if (updated.length === 0) return false;
      await planDelivery(source, webhook.id);
      return true;
    },
    reseal: async ({ id, sealedSecret: before }, sealedSecret) => {
      const updated = await db
        .updateTable('webhooks')
        .set({ sealed_secret: sealedSecret })
        .where('id', '=', id)
        .where('sealed_secret', '=', before)
        .returning('id')
        .execute();
      return updated.length > 0;
    },
    remove: async (organizationId, id) => {
      if ((await queries.find(organizationId, id)) === undefined) return false;
      await removeDeliveries(source, id);
      const removed = await db
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning('id')
        .execute();
      return removed.length > 0;
    },
    leaseWebhook: async ({ id, dueAt }, holder, until) => {
      const row = await db
        .updateTable('webhooks')
        .set({ due_at: until, claimed_by: holder })
        .where('id', '=', id)
        .where('due_at', '=', dueAt)
        .returningAll()
        .executeTakeFirst();
      return row && webhookOfRow(row);
    },
    endDeliveryLease: async (id, holder, health) => {
      await db
        .updateTable('webhooks')
        .set({
          ...webhookHealthColumns(health),
          claimed_by: health.isActive ? sql<string | null>`nullif(claimed_by, ${holder})` : null,
        })
        .where('id', '=', id)
        .execute();
      await planDelivery(source, id);
    },
    ...queries,
  };
};
