import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const objects = (schema: SchemaModule, { columnTypes }: SqlDialect): Compilable[] => [
  schema.alterTable('objects').addColumn('layout', columnTypes.text, (column) => column.notNull().defaultTo(sql.lit('whole'))),
  schema.alterTable('objects').addColumn('manifest_sha256', columnTypes.binary),
];

const files = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('tree_files')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('path', text, (column) => column.notNull())
        .addColumn('size_bytes', 'bigint', (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('tree_files_key', ['repository_id', 'path']),
    ),
    schema
      .createIndex('tree_files_receiving')
      .on('tree_files')
      .column('changed_at')
      .where(sql.ref('state'), '=', sql.lit('receiving')),
  ];
};

/** Only what is proven is in these tables. */
const chunks = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('packs')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('name', binary, (column) => column.notNull())
        .addColumn('verified_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('packs_key', ['repository_id', 'name']),
    ),
    dialect.clustered(
      schema
        .createTable('chunks')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('name', binary, (column) => column.notNull())
        .addColumn('pack', binary, (column) => column.notNull())
        .addColumn('chunk_offset', 'bigint', (column) => column.notNull())
        .addColumn('stored_bytes', 'bigint', (column) => column.notNull())
        .addColumn('raw_bytes', 'bigint', (column) => column.notNull())
        .addColumn('encoding', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('chunks_key', ['repository_id', 'name']),
    ),
  ];
};

const transfers = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('transfer_events')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('id', text, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('stats', text, (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('transfer_events_key', ['repository_id', 'id']),
    ),
    schema.createIndex('transfer_events_by_age').on('transfer_events').columns(['repository_id', 'at desc', 'id']),
    schema.createIndex('transfer_events_by_kind').on('transfer_events').columns(['repository_id', 'kind', 'at desc', 'id']),
    dialect.clustered(
      schema
        .createTable('pending_verifications')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('oid', binary, (column) => column.notNull())
        .addColumn('size_bytes', 'bigint', (column) => column.notNull())
        .addColumn('requested_by', text, (column) => column.notNull())
        .addColumn('requested_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('pending_verifications_key', ['repository_id', 'oid']),
    ),
    schema
      .createIndex('pending_verifications_by_age')
      .on('pending_verifications')
      .columns(['requested_at', 'repository_id', 'oid']),
  ];
};

export const chunkTree: Migration = {
  number: 2,
  name: 'chunk-tree',
  statements: (schema, dialect) => [
    ...objects(schema, dialect),
    ...files(schema, dialect),
    ...chunks(schema, dialect),
    ...transfers(schema, dialect),
  ],
};
