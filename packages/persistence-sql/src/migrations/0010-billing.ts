import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const accounts = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('billing_accounts')
    .addColumn('organization_id', text, (column) =>
      column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('customer_id', text, (column) => column.notNull().unique())
    .addColumn('subscription_id', text)
    .addColumn('plan_id', text)
    .addColumn('byos_add_on', 'bigint', (column) => column.notNull())
    .addColumn('status', text)
    .addColumn('current_period_end', 'bigint')
    .addColumn('cancel_at', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull()),
];

const events = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  dialect.clustered(
    schema
      .createTable('billing_events')
      .addColumn('id', dialect.columnTypes.text, (column) => column.primaryKey().notNull())
      .addColumn('at', 'bigint', (column) => column.notNull()),
  ),
  schema.createIndex('billing_events_by_age').on('billing_events').column('at'),
];

export const billing: Migration = {
  number: 10,
  name: 'billing',
  statements: (schema, dialect) => [...accounts(schema, dialect), ...events(schema, dialect)],
};
