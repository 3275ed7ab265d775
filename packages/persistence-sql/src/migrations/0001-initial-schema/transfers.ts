import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { clusteringId, id, ofRepository, required } from './columns.js';

/** Sessions outlive their repository and organization, for the sweeper, so they refer to neither. */
const uploads = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('upload_sessions')
      .addColumn('id', text, id)
      .addColumn('kind', text, required)
      .addColumn('repository_id', text, required)
      .addColumn('organization_id', text, required)
      .addColumn('namespace', text, required)
      .addColumn('user_id', text, required)
      .addColumn('expected_objects', 'bigint')
      .addColumn('uploaded_objects', 'bigint', required)
      .addColumn('uploaded_bytes', 'bigint', required)
      .addColumn('status', text, required)
      .addColumn('generation', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .addColumn('is_swept', 'bigint', required),
    schema
      .createIndex('upload_sessions_by_repository')
      .on('upload_sessions')
      .columns(['repository_id', 'status', 'kind', 'user_id', 'expires_at']),
    schema
      .createIndex('upload_sessions_by_organization')
      .on('upload_sessions')
      .columns(['organization_id', 'status', 'kind', 'expires_at']),
    schema.createIndex('upload_sessions_by_end').on('upload_sessions').columns(['status', 'expires_at', 'id']),
    schema
      .createIndex('upload_sessions_unswept')
      .on('upload_sessions')
      .columns(['ended_at', 'id'])
      .where(sql.ref('is_swept'), '=', sql.lit(0)),
    dialect.clustered(
      schema
        .createTable('upload_objects')
        .addColumn('session_id', text, (column) => column.notNull().references('upload_sessions.id'))
        .addColumn('oid', binary, required)
        .addColumn('size_bytes', 'bigint', required)
        .addColumn('reserved_bytes', 'bigint', required)
        .addColumn('state', text, required)
        .addColumn('part_bytes', 'bigint')
        .addColumn('upload_id', text)
        .addColumn('name', text)
        .addColumn('artifact_type', text)
        .addPrimaryKeyConstraint('upload_objects_key', ['session_id', 'oid']),
    ),
  ];
};

const treeFiles = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  const isReceiving = [sql.ref('state'), '=', sql.lit('receiving')] as const;
  return [
    dialect.clustered(
      schema
        .createTable('tree_files')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('path', text, required)
        .addColumn('size_bytes', 'bigint', required)
        .addColumn('state', text, required)
        .addColumn('receivers', 'bigint', required)
        .addColumn('changed_at', 'bigint', required)
        .addPrimaryKeyConstraint('tree_files_key', ['repository_id', 'path']),
    ),
    schema
      .createIndex('tree_files_receiving')
      .on('tree_files')
      .column('changed_at')
      .where(...isReceiving),
    schema
      .createIndex('tree_files_receiving_of_repository')
      .on('tree_files')
      .columns(['repository_id', 'changed_at'])
      .where(...isReceiving),
  ];
};

/** Only what is verified is in these tables. */
const chunks = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('packs')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('name', binary, required)
        .addColumn('verified_at', 'bigint', required)
        .addPrimaryKeyConstraint('packs_key', ['repository_id', 'name']),
    ),
    dialect.clustered(
      schema
        .createTable('chunks')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('name', binary, required)
        .addColumn('pack', binary, required)
        .addColumn('chunk_offset', 'bigint', required)
        .addColumn('stored_bytes', 'bigint', required)
        .addColumn('raw_bytes', 'bigint', required)
        .addColumn('encoding', 'bigint', required)
        .addPrimaryKeyConstraint('chunks_key', ['repository_id', 'name']),
    ),
  ];
};

const verifications = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('pending_verifications')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('oid', binary, required)
        .addColumn('size_bytes', 'bigint', required)
        .addColumn('requested_by', text, required)
        .addColumn('requested_at', 'bigint', required)
        .addColumn('due_at', 'bigint', required)
        .addColumn('claimed_by', text)
        .addColumn('attempts', 'bigint', required)
        .addPrimaryKeyConstraint('pending_verifications_key', ['repository_id', 'oid']),
    ),
    schema
      .createIndex('pending_verifications_by_due_at')
      .on('pending_verifications')
      .columns(['due_at', 'requested_at', 'repository_id', 'oid']),
  ];
};

const transferEvents = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('transfer_events')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('id', text, required)
        .addColumn('kind', text, required)
        .addColumn('stats', text, required)
        .addColumn('at', 'bigint', required)
        .addPrimaryKeyConstraint('transfer_events_key', ['repository_id', 'id']),
    ),
    schema.createIndex('transfer_events_by_age').on('transfer_events').columns(['repository_id', 'at desc', 'id']),
    schema.createIndex('transfer_events_by_kind').on('transfer_events').columns(['repository_id', 'kind', 'at desc', 'id']),
  ];
};

const coordination = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('leases')
        .addColumn('name', text, clusteringId)
        .addColumn('holder', text)
        .addColumn('fence', 'bigint', required)
        .addColumn('expires_at', 'bigint', required),
    ),
    dialect.clustered(
      schema
        .createTable('idempotency_keys')
        .addColumn('user_id', text, required)
        .addColumn('operation', text, required)
        .addColumn('repository_id', text, required)
        .addColumn('key', text, required)
        .addColumn('request_fingerprint', text, required)
        .addColumn('outcome_id', text, required)
        .addColumn('created_at', 'bigint', required)
        .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'operation', 'repository_id', 'key']),
    ),
    schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at'),
  ];
};

/** How bytes come: upload sessions, the chunk tree, and what keeps processes out of each other's way. */
export const transfers = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...uploads(schema, dialect),
  ...treeFiles(schema, dialect),
  ...chunks(schema, dialect),
  ...verifications(schema, dialect),
  ...transferEvents(schema, dialect),
  ...coordination(schema, dialect),
];
