import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** What is counted until it was removed: of uploads that came to nothing, and of deleted repositories. */
export const reclaimableBytes: Migration = {
  number: 4,
  name: 'reclaimable-bytes',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      schema.alterTable('organization_usages').addColumn('reclaimable_bytes', 'bigint', (column) =>
        column
          .notNull()
          .defaultTo(sql.lit(0))
          .check(sql`reclaimable_bytes >= 0`),
      ),
      schema.alterTable('upload_sessions').addColumn('settling', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
      schema.alterTable('upload_sessions').addColumn('is_sweeping', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
      schema.alterTable('upload_objects').addColumn('larger_until', 'bigint'),
      schema
        .createIndex('upload_objects_larger')
        .on('upload_objects')
        .column('larger_until')
        .where(sql.ref('larger_until'), 'is not', null),
      schema
        .createTable('deleted_repositories')
        .addColumn('repository_id', text, (column) => column.primaryKey())
        .addColumn('organization_id', text, (column) => column.notNull())
        .addColumn('namespace', text, (column) => column.notNull())
        .addColumn('storage_mode', text, (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull().check(sql`bytes >= 0`))
        .addColumn('deleted_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull()),
      schema.createIndex('deleted_repositories_due').on('deleted_repositories').columns(['due_at', 'repository_id']),
      schema
        .createIndex('deleted_repositories_by_organization')
        .on('deleted_repositories')
        .columns(['organization_id', 'storage_mode']),
      dialect.clustered(
        schema
          .createTable('reclaim_marks')
          .addColumn('repository_id', text, (column) => column.notNull())
          .addColumn('oid', binary, (column) => column.notNull())
          .addColumn('holder', text, (column) => column.notNull())
          .addColumn('marked_at', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('reclaim_marks_key', ['repository_id', 'oid']),
      ),
    ];
  },
};
