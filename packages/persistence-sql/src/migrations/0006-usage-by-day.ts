import { type Compilable, CompiledQuery, type SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

/** The roll-up of the ledger by day, and what the ledger says of the days so far. */
const usageDays = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('usage_days')
        .addColumn('organization_id', text, (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('storage_mode', text, (column) => column.notNull())
        .addColumn('added_bytes', 'bigint', (column) => column.notNull())
        .addColumn('removed_bytes', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_days_key', ['organization_id', 'day', 'storage_mode']),
    ),
    {
      compile: () =>
        CompiledQuery.raw(
          'insert into usage_days (organization_id, day, storage_mode, added_bytes, removed_bytes) ' +
            'select organization_id, (at / 86400000) * 86400000, storage_mode, ' +
            'cast(sum(case when bytes > 0 then bytes else 0 end) as bigint), ' +
            'cast(sum(case when bytes < 0 then -bytes else 0 end) as bigint) ' +
            'from ledger_entries group by organization_id, (at / 86400000) * 86400000, storage_mode',
        ),
    },
  ];
};

/** What went in and out. Of the time before, nobody has counted by days. */
const traffic = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('traffic_days')
        .addColumn('organization_id', text, (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('storage_mode', text, (column) => column.notNull())
        .addColumn('uploaded_bytes', 'bigint', (column) => column.notNull())
        .addColumn('egress_bytes', 'bigint', (column) => column.notNull())
        .addColumn('downloads', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('traffic_days_key', ['organization_id', 'day', 'storage_mode']),
    ),
    dialect.clustered(
      schema
        .createTable('repository_egress')
        .addColumn('repository_id', text, (column) => column.notNull())
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('downloads', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('repository_egress_key', ['repository_id', 'day']),
    ),
    dialect.clustered(
      schema
        .createTable('object_downloads')
        .addColumn('repository_id', text, (column) => column.notNull())
        .addColumn('oid', binary, (column) => column.notNull())
        .addColumn('downloads', 'bigint', (column) => column.notNull())
        .addColumn('last_downloaded_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('object_downloads_key', ['repository_id', 'oid']),
    ),
  ];
};

export const usageByDay: Migration = {
  number: 6,
  name: 'usage-by-day',
  statements: (schema, dialect) => [...usageDays(schema, dialect), ...traffic(schema, dialect)],
};
