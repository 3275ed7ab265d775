import type { OutboxRecords } from '../../ports/records/outbox-records.js';
import type { DraftTables } from '../tables.js';

export const outboxRecords = (tables: DraftTables): OutboxRecords => ({
  append: async (event) => tables.domainEvents.append(event),
});
