import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

/** Whose bytes are counted where: everything that is there already lies in the service's own storage. */
const accounts = (schema: SchemaModule, { columnTypes }: SqlDialect): Compilable[] => [
  schema.alterTable('organizations').addColumn('byos_add_on', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema.alterTable('organization_usages').addColumn('byos_bytes', 'bigint', (column) =>
    column
      .notNull()
      .defaultTo(sql.lit(0))
      .check(sql`byos_bytes >= 0`),
  ),
  schema
    .alterTable('ledger_entries')
    .addColumn('storage_mode', columnTypes.text, (column) => column.notNull().defaultTo(sql.lit('managed'))),
];

const connections = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('storage_connections')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('endpoint', text)
    .addColumn('region', text, (column) => column.notNull())
    .addColumn('bucket', text, (column) => column.notNull())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('path_style', 'bigint', (column) => column.notNull())
    .addColumn('tls_verify', 'bigint', (column) => column.notNull())
    .addColumn('kms_key_id', text)
    .addColumn('storage_class', text)
    .addColumn('auth_method', text, (column) => column.notNull())
    .addColumn('access_key_id', text)
    .addColumn('sealed_secret', text)
    .addColumn('role_arn', text)
    .addColumn('external_id', text)
    .addColumn('is_healthy', 'bigint', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('checks', text, (column) => column.notNull())
    .addColumn('checksum_enforced', 'bigint', (column) => column.notNull())
    .addColumn('create_once', 'bigint', (column) => column.notNull())
    .addColumn('copy_computes_sha256', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull()),
  schema
    .createIndex('storage_connections_by_organization')
    .on('storage_connections')
    .columns(['organization_id', 'created_at desc', 'id']),
  schema.createIndex('storage_connections_by_check').on('storage_connections').columns(['checked_at', 'id']),
  schema.createIndex('repositories_by_connection').on('repositories').column('storage_connection_id'),
];

export const storageConnections: Migration = {
  number: 3,
  name: 'storage-connections',
  statements: (schema, dialect) => [...accounts(schema, dialect), ...connections(schema, dialect)],
};
