import { type DomainEvent, isPublicEvent } from '../../model/domain-event.js';
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
    const key = tables.domainEvents.append(event);
    if (isPublicEvent(event)) tables.pendingEvents.put(key, { place: Number(key), event });
  },
  take: async (places) => {
    const taken = places.filter((place) => tables.pendingEvents.get(String(place)) !== undefined);
    for (const place of taken) tables.pendingEvents.remove(String(place));
    return new Set(taken);
  },
  removeOlder: async (before, beyond, limit) => {
    const pending = new Set<DomainEvent>(tables.pendingEvents.where(() => true).map(({ event }) => event));
    const first = tables.domainEvents.where(() => true).slice(0, limit);
    const isOver = ({ occurredAt }: DomainEvent): boolean => occurredAt < before || occurredAt > beyond;
    const old = new Set(first.filter((event) => isOver(event) && !pending.has(event)));
    tables.domainEvents.removeWhere((event) => old.has(event));
    return old.size;
  },
});
