import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { id, ofOrganization, ofRepository, ofUser, required } from './columns.js';

const storage = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('storage_connections')
    .addColumn('id', text, id)
    .addColumn('organization_id', text, ofOrganization)
    .addColumn('name', text, required)
    .addColumn('scope', text, required)
    .addColumn('provider', text, required)
    .addColumn('endpoint', text)
    .addColumn('region', text, required)
    .addColumn('bucket', text, required)
    .addColumn('prefix', text, required)
    .addColumn('path_style', 'bigint', required)
    .addColumn('tls_verify', 'bigint', required)
    .addColumn('kms_key_id', text)
    .addColumn('storage_class', text)
    .addColumn('auth_method', text, required)
    .addColumn('access_key_id', text)
    .addColumn('sealed_secret', text)
    .addColumn('role_arn', text)
    .addColumn('external_id', text)
    .addColumn('is_healthy', 'bigint', required)
    .addColumn('checked_at', 'bigint', required)
    .addColumn('checks', text, required)
    .addColumn('checksum_enforced', 'bigint', required)
    .addColumn('create_once', 'bigint', required)
    .addColumn('copy_computes_sha256', 'bigint', required)
    .addColumn('revision', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required),
  schema
    .createIndex('storage_connections_by_organization')
    .on('storage_connections')
    .columns(['organization_id', 'created_at desc', 'id']),
  schema.createIndex('storage_connections_by_check').on('storage_connections').columns(['checked_at', 'id']),
  schema
    .createTable('storage_groups')
    .addColumn('id', text, id)
    .addColumn('organization_id', text, ofOrganization)
    .addColumn('name', text, required)
    .addColumn('description', text, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint('storage_groups_by_name', ['organization_id', 'name']),
];

const repositoryTables = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('repositories')
    .addColumn('id', text, id)
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id'))
    .addColumn('name', text, required)
    .addColumn('slug', text, required)
    .addColumn('description', text, required)
    .addColumn('visibility', text, required)
    .addColumn('storage_mode', text, required)
    .addColumn('storage_connection_id', text)
    .addColumn('storage_group_id', text)
    .addColumn('namespace', text, required)
    .addColumn('generation', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint('repositories_by_slug', ['organization_id', 'slug']),
  schema.createIndex('repositories_by_connection').on('repositories').column('storage_connection_id'),
  schema.createIndex('repositories_by_group').on('repositories').column('storage_group_id'),
  schema
    .createTable('repository_usages')
    .addColumn('repository_id', text, (column) => column.primaryKey().references('repositories.id').onDelete('cascade'))
    .addColumn('object_count', 'bigint', required)
    .addColumn('logical_bytes', 'bigint', required)
    .addColumn('physical_bytes', 'bigint', required)
    .addColumn('uploaded_bytes', 'bigint', required),
];

const members = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('repository_members')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('user_id', text, ofUser)
        .addColumn('level', text, required)
        .addColumn('created_at', 'bigint', required)
        .addPrimaryKeyConstraint('repository_members_key', ['repository_id', 'user_id']),
    ),
    schema
      .createIndex('repository_members_by_user')
      .on('repository_members')
      .columns(['user_id', 'created_at desc', 'repository_id']),
    schema.createIndex('repository_members_by_level').on('repository_members').columns(['user_id', 'level', 'repository_id']),
    dialect.clustered(
      schema
        .createTable('hidden_repositories')
        .addColumn('user_id', text, required)
        .addColumn('repository_id', text, required)
        .addPrimaryKeyConstraint('hidden_repositories_key', ['user_id', 'repository_id']),
    ),
  ];
};

const locks = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('locks')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('path', text, required)
        .addColumn('id', text, (column) => column.notNull().unique())
        .addColumn('owner_id', text, required)
        .addColumn('owner_name', text, required)
        .addColumn('locked_at', 'bigint', required)
        .addPrimaryKeyConstraint('locks_key', ['repository_id', 'path']),
    ),
  ];
};

const words = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('organization_words')
        .addColumn('organization_id', text, ofOrganization)
        .addColumn('word', text, required)
        .addColumn('weight', 'bigint', required)
        .addPrimaryKeyConstraint('organization_words_key', ['organization_id', 'word']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_words')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('word', text, required)
        .addColumn('organization_id', text, required)
        .addColumn('weight', 'bigint', required)
        .addPrimaryKeyConstraint('repository_words_key', ['repository_id', 'word']),
    ),
    schema
      .createIndex('repository_words_by_organization')
      .on('repository_words')
      .columns(['organization_id', 'word', 'repository_id']),
  ];
};

const dismissals = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('recommendation_dismissals')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('recommendation_id', text, required)
        .addColumn('dismissed_by', text, required)
        .addColumn('dismissed_at', 'bigint', required)
        .addPrimaryKeyConstraint('recommendation_dismissals_key', ['repository_id', 'recommendation_id']),
    ),
  ];
};

/** Repositories, where they store, and what is known of them beside their objects. */
export const repositories = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...storage(schema, dialect),
  ...repositoryTables(schema, dialect),
  ...members(schema, dialect),
  ...locks(schema, dialect),
  ...words(schema, dialect),
  ...dismissals(schema, dialect),
];
