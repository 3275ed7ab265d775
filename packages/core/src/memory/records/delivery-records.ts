import type { Delivery } from '../../model/webhook.js';
import type { DeliveryQueries, DeliveryRecords } from '../../ports/records/delivery-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { dueOf } from '../due.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { planDelivery } from './webhook-records.js';

const ageKey = ({ createdAt, id }: Delivery): string => descending(createdAt) + id;

export const deliveryQueries = (tables: ReadableTables): DeliveryQueries => ({
  list: async (webhookId, page) =>
    pageByKey(
      tables.deliveries.where(({ delivery }) => delivery.webhookId === webhookId).map(({ delivery }) => delivery),
      ageKey,
      page,
    ),
  find: async (webhookId, id) => {
    const delivery = tables.deliveries.get(id)?.delivery;
    return delivery?.webhookId === webhookId ? delivery : undefined;
  },
});

export const deliveryRecords = (tables: DraftTables): DeliveryRecords => ({
  ...deliveryQueries(tables),
  add: async (deliveries) => {
    for (const delivery of deliveries) {
      tables.deliveries.put(delivery.id, { delivery, dueAt: delivery.createdAt, holder: undefined });
    }
    for (const id of new Set(deliveries.map(({ webhookId }) => webhookId))) planDelivery(tables, id);
  },
  claim: async (webhookId, holder, now, until, limit, beyond) =>
    dueOf(
      tables.deliveries.where(({ delivery }) => delivery.webhookId === webhookId),
      now,
      beyond,
    )
      .toSorted((left, right) => (left.dueAt ?? 0) - (right.dueAt ?? 0) || compareText(left.delivery.id, right.delivery.id))
      .slice(0, limit)
      .map((row) => {
        const attempts = row.holder === undefined ? row.delivery.attempts + 1 : row.delivery.attempts;
        const delivery = { ...row.delivery, attempts };
        tables.deliveries.put(delivery.id, { delivery, dueAt: until, holder });
        return { delivery, holder };
      }),
  recordOutcome: async ({ delivery: { id, attempts }, holder }, outcome, after) => {
    const row = tables.deliveries.get(id);
    if (row?.holder !== holder || row.delivery.attempts !== attempts) return false;
    const isSuccess = after.kind === 'over' ? after.isSuccess : undefined;
    const dueAt = after.kind === 'retry' ? after.dueAt : undefined;
    tables.deliveries.put(id, { delivery: { ...row.delivery, ...outcome, isSuccess }, dueAt, holder: undefined });
    return true;
  },
  removeOlder: async (before, limit) => {
    const old = tables.deliveries
      .where(({ delivery }) => delivery.createdAt < before)
      .toSorted((left, right) => left.delivery.createdAt - right.delivery.createdAt)
      .slice(0, limit);
    for (const { delivery } of old) tables.deliveries.remove(delivery.id);
    return old.length;
  },
});
