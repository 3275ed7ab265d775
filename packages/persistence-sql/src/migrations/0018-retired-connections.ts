import { id, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** Connections that only deleted repositories need, and which of those lie in whose bucket. */
export const retiredConnections: Migration = {
  number: 18,
  name: 'retired-connections',
  statements: (schema, { columnTypes: { text } }) => [
    schema
      .createTable('retired_connections')
      .addColumn('id', text, id)
      // Of an organization that may be gone.
      .addColumn('organization_id', text, required)
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
    schema.alterTable('deleted_repositories').addColumn('storage_connection_id', text),
    schema.alterTable('deleted_repositories').addColumn('failing_since', 'bigint'),
    // A namespace in a customer's bucket is `connections/<connection id>/repositories/<repository id>`.
    rawStatement("update deleted_repositories set storage_connection_id = substr(namespace, 13, 36) where storage_mode = 'byos'"),
    schema.createIndex('deleted_repositories_in').on('deleted_repositories').column('storage_connection_id'),
  ],
};
