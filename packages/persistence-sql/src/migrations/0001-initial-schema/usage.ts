import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { required } from './columns.js';

/** The ledger added up by day, of organizations and of repositories. */
const rollUps = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('usage_days')
        .addColumn('organization_id', text, required)
        .addColumn('day', 'bigint', required)
        .addColumn('storage_mode', text, required)
        .addColumn('added_bytes', 'bigint', required)
        .addColumn('removed_bytes', 'bigint', required)
        .addPrimaryKeyConstraint('usage_days_key', ['organization_id', 'day', 'storage_mode']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_days')
        .addColumn('repository_id', text, required)
        .addColumn('day', 'bigint', required)
        .addColumn('added_bytes', 'bigint', required)
        .addColumn('removed_bytes', 'bigint', required)
        .addPrimaryKeyConstraint('repository_days_key', ['repository_id', 'day']),
    ),
  ];
};

/** What went in and out. */
const traffic = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('traffic_days')
        .addColumn('organization_id', text, required)
        .addColumn('day', 'bigint', required)
        .addColumn('storage_mode', text, required)
        .addColumn('uploaded_bytes', 'bigint', required)
        .addColumn('egress_bytes', 'bigint', required)
        .addColumn('downloads', 'bigint', required)
        .addPrimaryKeyConstraint('traffic_days_key', ['organization_id', 'day', 'storage_mode']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_egress')
        .addColumn('repository_id', text, required)
        .addColumn('day', 'bigint', required)
        .addColumn('bytes', 'bigint', required)
        .addColumn('downloads', 'bigint', required)
        .addPrimaryKeyConstraint('repository_egress_key', ['repository_id', 'day']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_uploads')
        .addColumn('repository_id', text, required)
        .addColumn('day', 'bigint', required)
        .addColumn('bytes', 'bigint', required)
        .addPrimaryKeyConstraint('repository_uploads_key', ['repository_id', 'day']),
    ),
    dialect.clustered(
      schema
        .createTable('object_downloads')
        .addColumn('repository_id', text, required)
        .addColumn('oid', binary, required)
        .addColumn('downloads', 'bigint', required)
        .addColumn('last_downloaded_at', 'bigint', required)
        .addPrimaryKeyConstraint('object_downloads_key', ['repository_id', 'oid']),
    ),
  ];
};

/** Charges and downloads come and go without looking at other rows, so none of these refers to another table. */
export const usage = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...rollUps(schema, dialect),
  ...traffic(schema, dialect),
];
