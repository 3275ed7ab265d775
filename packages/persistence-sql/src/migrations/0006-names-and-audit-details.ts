import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** What a client calls an object whose verification waits; what an audited action changed; and ids of audit events and activity that count nothing. */
export const namesAndAuditDetails: Migration = {
  number: 6,
  name: 'names-and-audit-details',
  statements: (schema, { columnTypes: { text }, newId }) => [
    schema.alterTable('pending_verifications').addColumn('name', text),
    schema.alterTable('audit_events').addColumn('id', text),
    schema.alterTable('audit_events').addColumn('details', text),
    schema.alterTable('activity').addColumn('id', text),
    rawStatement(`update audit_events set id = ${newId}`),
    rawStatement(`update activity set id = ${newId}`),
  ],
};
