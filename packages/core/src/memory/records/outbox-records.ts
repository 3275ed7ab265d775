import { isPublicEvent } from '../../model/domain-event.js';
import type { OutboxQueries, OutboxRecords } from '../../ports/records/outbox-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const outboxQueries = (tables: ReadableTables): OutboxQueries => ({
  listPending: async (limit, organizationId) =>
    tables.pendingEvents
      .where(({ event }) => organizationId === undefined || event.organizationId === organizationId)
      .toSorted((left, right) => left.event.occurredAt - right.event.occurredAt || left.place - right.place)
      .slice(0, limit),
});

export const outboxRecords = (tables: DraftTables): OutboxRecords => ({
  ...outboxQueries(tables),
  append: async (event) => {
    tables.domainEvents.append(event);
    if (!isPublicEvent(event)) return;
    const place = tables.domainEvents.where(() => true).length;
    tables.pendingEvents.put(String(place), { place, event });
  },
  take: async (places) => {
    const taken = places.filter((place) => tables.pendingEvents.get(String(place)) !== undefined);
    for (const place of taken) tables.pendingEvents.remove(String(place));
    return new Set(taken);
  },
});
