import type { Migration } from './migration.js';

/** The log of an organization is read in the order in which it was appended, whatever the clock said. */
export const auditInOrder: Migration = {
  number: 26,
  name: 'audit-in-order',
  statements: (schema) => [
    schema.createIndex('audit_events_in_order').on('audit_events').columns(['organization_id', 'sequence desc']),
  ],
};
