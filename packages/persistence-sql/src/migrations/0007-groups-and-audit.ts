import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

const groups = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('storage_groups')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('storage_groups_by_name', ['organization_id', 'name']),
  schema.createIndex('repositories_by_group').on('repositories').column('storage_group_id'),
];

/** The log is read newest first. The order in which its rows are committed is another than that of their sequence. */
const audit = (schema: SchemaModule): Compilable[] => [
  schema.dropIndex('audit_events_by_organization'),
  schema.createIndex('audit_events_by_age').on('audit_events').columns(['organization_id', 'at desc', 'sequence desc']),
];

export const groupsAndAudit: Migration = {
  number: 7,
  name: 'groups-and-audit',
  statements: (schema, dialect) => [...groups(schema, dialect), ...audit(schema)],
};
