import { type DomainEvent, invariant, isPublicEvent } from '@svc/core/model';
import type { OutboxQueries, OutboxRecords, PendingEvent } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { dataFromText } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

const pendingEventOf = (row: Selectable<Schema['domain_events']>): PendingEvent => {
  const event: DomainEvent = {
    type: row.type,
    organizationId: row.organization_id,
    repositoryId: row.repository_id ?? undefined,
    occurredAt: row.occurred_at,
    data: dataFromText(row.data),
  };
  invariant(isPublicEvent(event), 'only public events are pending');
  return { place: row.sequence, event };
};

export const outboxQueries = ({ db }: SqlSource): OutboxQueries => ({
  listPending: async (limit, organizationId) => {
    const pending = db.selectFrom('domain_events').selectAll().where('is_pending', '=', sql.lit(1));
    const rows = await (organizationId === undefined ? pending : pending.where('organization_id', '=', organizationId))
      .orderBy('occurred_at')
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map(pendingEventOf);
  },
});

export const outboxRecords = (source: SqlSource): OutboxRecords => ({
  append: async (event) => {
    await source.db
      .insertInto('domain_events')
      .values({
        type: event.type,
        organization_id: event.organizationId,
        repository_id: event.repositoryId ?? null,
        occurred_at: event.occurredAt,
        data: JSON.stringify(event.data),
        is_pending: isPublicEvent(event) ? 1 : 0,
      })
      .execute();
  },
  take: async (places) => {
    const taken = await inBatches(places, (batch) =>
      source.db
        .updateTable('domain_events')
        .set({ is_pending: 0 })
        .where('sequence', 'in', batch)
        .where('is_pending', '=', 1)
        .returning('sequence')
        .execute(),
    );
    return new Set(taken.map(({ sequence }) => sequence));
  },
  removeOlder: async (before, beyond, limit) => {
    const { db } = source;
    const removed = await db
      .deleteFrom('domain_events')
      .where('sequence', '<', (build) =>
        build.selectFrom('domain_events').select(sql<number>`min(sequence) + ${limit}`.as('end')),
      )
      .where('is_pending', '=', sql.lit(0))
      .where((build) => build.or([build('occurred_at', '<', before), build('occurred_at', '>', beyond)]))
      .returning('sequence')
      .execute();
    return removed.length;
  },
  ...outboxQueries(source),
});
