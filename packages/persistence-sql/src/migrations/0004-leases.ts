import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const leases = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  dialect.clustered(
    schema
      .createTable('leases')
      .addColumn('name', dialect.columnTypes.text, (column) => column.primaryKey().notNull())
      .addColumn('holder', dialect.columnTypes.text)
      .addColumn('fence', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull()),
  ),
];

/** Proofs that are there already are due at once, in the order in which they were requested. */
const proofs = (schema: SchemaModule, { columnTypes }: SqlDialect): Compilable[] => [
  schema.alterTable('pending_verifications').addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0)),
  schema.alterTable('pending_verifications').addColumn('claimed_by', columnTypes.text),
  schema.alterTable('pending_verifications').addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0)),
  schema.dropIndex('pending_verifications_by_age'),
  schema
    .createIndex('pending_verifications_by_due_at')
    .on('pending_verifications')
    .columns(['due_at', 'requested_at', 'repository_id', 'oid']),
];

export const leasesAndClaims: Migration = {
  number: 4,
  name: 'leases',
  statements: (schema, dialect) => [...leases(schema, dialect), ...proofs(schema, dialect)],
};
