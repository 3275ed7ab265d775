import type { Instant, WebhookId } from '../../model/values/index.js';
import type { Membership } from '../../model/organizations/organization.js';
import type { Webhook } from '../../model/webhook.js';
import type { PassedOverWebhooks, WebhookQueries, WebhookRecords } from '../../ports/records/webhook-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: Webhook): string => descending(createdAt) + id;

const isPassedOver = (
  tables: ReadableTables,
  { organizationId, lastError, lastDeliveryAt }: Webhook,
  passedOver: PassedOverWebhooks | undefined,
): boolean => {
  if (passedOver === undefined) return false;
  const { organizationIds, ownerIds, passesUncertain } = passedOver;
  const isOwned = ({ organizationId: of, userId, role }: Membership): boolean =>
    of === organizationId && role === 'OWNER' && ownerIds.includes(userId);
  return (
    organizationIds.includes(organizationId) ||
    (passesUncertain && (lastError !== undefined || lastDeliveryAt === undefined)) ||
    (ownerIds.length > 0 && tables.memberships.where(isOwned).length > 0)
  );
};

export const webhookQueries = (tables: ReadableTables): WebhookQueries => {
  const ofOrganization = (organizationId: string): readonly Webhook[] =>
    tables.webhooks.where(({ webhook }) => webhook.organizationId === organizationId).map(({ webhook }) => webhook);
  return {
    list: async (organizationId, page) => pageByKey(ofOrganization(organizationId), ageKey, page),
    find: async (organizationId, id) => {
      const webhook = tables.webhooks.get(id)?.webhook;
      return webhook?.organizationId === organizationId ? webhook : undefined;
    },
    count: async (organizationId) => ofOrganization(organizationId).length,
    listActive: async (organizationId) =>
      ofOrganization(organizationId)
        .filter(({ isActive }) => isActive)
        .toSorted((left, right) => compareText(left.id, right.id)),
    listById: async (after, limit) =>
      tables.webhooks
        .where(({ webhook: { id } }) => after === undefined || compareText(id, after) > 0)
        .map(({ webhook }) => webhook)
        .toSorted((left, right) => compareText(left.id, right.id))
        .slice(0, limit),
    listDue: async (now, limit, { passedOver, beyond = Number.POSITIVE_INFINITY } = {}) =>
      tables.webhooks
        .where(
          ({ webhook, dueAt }) =>
            dueAt !== undefined && (dueAt <= now || dueAt > beyond) && !isPassedOver(tables, webhook, passedOver),
        )
        .map(({ webhook: { id }, dueAt = 0 }) => ({ id, dueAt }))
        .toSorted((left, right) => left.dueAt - right.dueAt || compareText(left.id, right.id))
        .slice(0, limit),
  };
};

/** When the first of the webhook's deliveries is due. */
const firstDue = (tables: ReadableTables, webhookId: WebhookId): Instant | undefined =>
  tables.deliveries
    .where(({ delivery, dueAt }) => delivery.webhookId === webhookId && dueAt !== undefined)
    .map(({ dueAt = 0 }) => dueAt)
    .toSorted((left, right) => left - right)[0];

/** Plans the next delivery lease of a webhook that nobody has leased: not before its last one, so that it goes behind those who have waited for longer. */
export const planDelivery = (tables: DraftTables, id: WebhookId): void => {
  const row = tables.webhooks.get(id);
  if (row === undefined || row.holder !== undefined) return;
  const { isActive, lastDeliveryAt = 0 } = row.webhook;
  const first = isActive ? firstDue(tables, id) : undefined;
  tables.webhooks.put(id, { ...row, dueAt: first === undefined ? undefined : Math.max(first, lastDeliveryAt) });
};

export const webhookRecords = (tables: DraftTables): WebhookRecords => {
  const queries = webhookQueries(tables);
  return {
    ...queries,
    add: async (webhook) => tables.webhooks.put(webhook.id, { webhook, dueAt: undefined, holder: undefined }),
    update: async (webhook) => {
      const row = tables.webhooks.get(webhook.id);
      if (row?.webhook.organizationId !== webhook.organizationId) return false;
      const { sealedSecret, createdAt } = row.webhook;
      const holder = webhook.isActive ? row.holder : undefined;
      tables.webhooks.put(webhook.id, { ...row, webhook: { ...webhook, sealedSecret, createdAt }, holder });
      planDelivery(tables, webhook.id);
      return true;
    },
    reseal: async ({ id, sealedSecret: before }, sealedSecret) => {
      const row = tables.webhooks.get(id);
      if (row?.webhook.sealedSecret !== before) return false;
      tables.webhooks.put(id, { ...row, webhook: { ...row.webhook, sealedSecret } });
      return true;
    },
    remove: async (organizationId, id) => {
      if ((await queries.find(organizationId, id)) === undefined) return false;
      tables.webhooks.remove(id);
      tables.deliveries.removeWhere(({ delivery }) => delivery.webhookId === id);
      return true;
    },
    leaseWebhook: async ({ id, dueAt }, holder, until) => {
      const row = tables.webhooks.get(id);
      if (row?.dueAt !== dueAt) return undefined;
      tables.webhooks.put(id, { ...row, dueAt: until, holder });
      return row.webhook;
    },
    endDeliveryLease: async (id, holder, health) => {
      const row = tables.webhooks.get(id);
      if (row === undefined) return;
      const isOver = row.holder === holder || !health.isActive;
      tables.webhooks.put(id, { ...row, webhook: { ...row.webhook, ...health }, holder: isOver ? undefined : row.holder });
      planDelivery(tables, id);
    },
  };
};
