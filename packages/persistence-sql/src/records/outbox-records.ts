import type { OutboxRecords } from '@svc/core';
import type { SqlSource } from './sql-source.js';

export const outboxRecords = ({ db }: SqlSource): OutboxRecords => ({
  append: async (event) => {
    await db
      .insertInto('domain_events')
      .values({
        type: event.type,
        organization_id: event.organizationId,
        repository_id: event.repositoryId ?? null,
        occurred_at: event.occurredAt,
        data: JSON.stringify(event.data),
      })
      .execute();
  },
});
