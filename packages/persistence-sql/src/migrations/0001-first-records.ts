import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const accounts = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('organizations')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('slug', text, (column) => column.notNull().unique())
      .addColumn('plan_id', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull()),
    schema
      .createTable('organization_usages')
      .addColumn('organization_id', text, (column) => column.primaryKey().references('organizations.id').onDelete('cascade'))
      .addColumn('used_bytes', 'bigint', (column) => column.notNull().check(sql`used_bytes >= 0`))
      .addColumn('reserved_bytes', 'bigint', (column) => column.notNull().check(sql`reserved_bytes >= 0`)),
    schema
      .createTable('users')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('email', text)
      .addColumn('email_verified', 'bigint', (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull()),
    schema
      .createIndex('users_by_verified_email')
      .unique()
      .on('users')
      .column('email')
      .where(sql.ref('email_verified'), '=', sql.lit(1)),
    dialect.clustered(
      schema
        .createTable('identities')
        .addColumn('issuer', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id'))
        .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject']),
    ),
    dialect.clustered(
      schema
        .createTable('memberships')
        .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
        .addColumn('user_id', text, (column) => column.notNull().references('users.id'))
        .addColumn('role', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id']),
    ),
    schema.createIndex('memberships_by_user').on('memberships').columns(['user_id', 'organization_id']),
    dialect.clustered(
      schema
        .createTable('credential_sessions')
        .addColumn('secret_sha256', binary, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.notNull().references('users.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull()),
    ),
    schema.createIndex('credential_sessions_by_end').on('credential_sessions').column('expires_at'),
  ];
};

const repositories = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('repositories')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('slug', text, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('visibility', text, (column) => column.notNull())
      .addColumn('storage_mode', text, (column) => column.notNull())
      .addColumn('storage_connection_id', text)
      .addColumn('storage_group_id', text)
      .addColumn('namespace', text, (column) => column.notNull())
      .addColumn('generation', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('repositories_by_slug', ['organization_id', 'slug']),
    schema
      .createTable('repository_usages')
      .addColumn('repository_id', text, (column) => column.primaryKey().references('repositories.id').onDelete('cascade'))
      .addColumn('object_count', 'bigint', (column) => column.notNull())
      .addColumn('logical_bytes', 'bigint', (column) => column.notNull())
      .addColumn('physical_bytes', 'bigint', (column) => column.notNull())
      .addColumn('uploaded_bytes', 'bigint', (column) => column.notNull()),
    dialect.clustered(
      schema
        .createTable('repository_members')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('user_id', text, (column) => column.notNull().references('users.id'))
        .addColumn('level', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('repository_members_key', ['repository_id', 'user_id']),
    ),
    schema
      .createTable('tokens')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', text, (column) => column.notNull().references('users.id'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('scopes', text, (column) => column.notNull())
      .addColumn('repository_id', text, (column) => column.references('repositories.id').onDelete('cascade'))
      .addColumn('secret_sha256', binary, (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint'),
    schema.createIndex('tokens_by_organization').on('tokens').columns(['organization_id', 'created_at desc', 'id']),
    schema.createIndex('tokens_by_repository').on('tokens').column('repository_id'),
    dialect.clustered(
      schema
        .createTable('locks')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('path', text, (column) => column.notNull())
        .addColumn('id', text, (column) => column.notNull().unique())
        .addColumn('owner_id', text, (column) => column.notNull())
        .addColumn('owner_name', text, (column) => column.notNull())
        .addColumn('locked_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('locks_key', ['repository_id', 'path']),
    ),
    dialect.clustered(
      schema
        .createTable('objects')
        .addColumn('repository_id', text, (column) => column.notNull().references('repositories.id').onDelete('cascade'))
        .addColumn('oid', binary, (column) => column.notNull())
        .addColumn('size_bytes', 'bigint', (column) => column.notNull())
        .addColumn('physical_bytes', 'bigint', (column) => column.notNull())
        .addColumn('uploaded_by', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('objects_key', ['repository_id', 'oid']),
    ),
    schema.createIndex('objects_by_age').on('objects').columns(['repository_id', 'created_at desc', 'oid']),
    schema.createIndex('objects_by_size').on('objects').columns(['repository_id', 'size_bytes desc', 'oid']),
  ];
};

/** Sessions outlive their repository and organization, for the sweeper, so they refer to neither. */
const uploads = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('upload_sessions')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('repository_id', text, (column) => column.notNull())
      .addColumn('organization_id', text, (column) => column.notNull())
      .addColumn('namespace', text, (column) => column.notNull())
      .addColumn('user_id', text, (column) => column.notNull())
      .addColumn('expected_objects', 'bigint')
      .addColumn('uploaded_objects', 'bigint', (column) => column.notNull())
      .addColumn('uploaded_bytes', 'bigint', (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('generation', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('is_swept', 'bigint', (column) => column.notNull()),
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
        .addColumn('oid', binary, (column) => column.notNull())
        .addColumn('size_bytes', 'bigint', (column) => column.notNull())
        .addColumn('reserved_bytes', 'bigint', (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('upload_objects_key', ['session_id', 'oid']),
    ),
    dialect.clustered(
      schema
        .createTable('idempotency_keys')
        .addColumn('user_id', text, (column) => column.notNull())
        .addColumn('operation', text, (column) => column.notNull())
        .addColumn('repository_id', text, (column) => column.notNull())
        .addColumn('key', text, (column) => column.notNull())
        .addColumn('request_fingerprint', text, (column) => column.notNull())
        .addColumn('outcome_id', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'operation', 'repository_id', 'key']),
    ),
    schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at'),
  ];
};

/** What happened outlives what it happened to, so none of these refers to another table. */
const journals = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { sequence, text } = dialect.columnTypes;
  return [
    schema
      .createTable('ledger_entries')
      .addColumn('sequence', sequence)
      .addColumn('organization_id', text, (column) => column.notNull())
      .addColumn('repository_id', text, (column) => column.notNull())
      .addColumn('session_id', text)
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('objects', 'bigint', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull()),
    schema.createIndex('ledger_entries_by_organization').on('ledger_entries').columns(['organization_id', 'sequence']),
    schema
      .createTable('audit_events')
      .addColumn('sequence', sequence)
      .addColumn('organization_id', text, (column) => column.notNull())
      .addColumn('action', text, (column) => column.notNull())
      .addColumn('actor_id', text)
      .addColumn('actor_token_id', text)
      .addColumn('target', text, (column) => column.notNull())
      .addColumn('address', text)
      .addColumn('user_agent', text)
      .addColumn('at', 'bigint', (column) => column.notNull()),
    schema.createIndex('audit_events_by_organization').on('audit_events').columns(['organization_id', 'sequence']),
    schema
      .createTable('domain_events')
      .addColumn('sequence', sequence)
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('organization_id', text, (column) => column.notNull())
      .addColumn('repository_id', text)
      .addColumn('occurred_at', 'bigint', (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull()),
  ];
};

export const firstRecords: Migration = {
  number: 1,
  name: 'first-records',
  statements: (schema, dialect) => [
    ...accounts(schema, dialect),
    ...repositories(schema, dialect),
    ...uploads(schema, dialect),
    ...journals(schema, dialect),
  ],
};
