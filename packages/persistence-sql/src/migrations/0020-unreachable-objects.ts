import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Objects that no branch or tag reaches, in repositories that have them looked for, and what is known of how complete an index is. */
export const unreachableObjects: Migration = {
  number: 20,
  name: 'unreachable-objects',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      schema.alterTable('repositories').addColumn('reclaim_unreachable_after_days', 'bigint'),
      schema.alterTable('git_indexes').addColumn('complete_at', 'bigint'),
      schema.alterTable('git_indexes').addColumn('complete_generation', 'bigint'),
      schema.alterTable('git_index_sessions').addColumn('repository_generation', 'bigint'),
      dialect.clustered(
        schema
          .createTable('unreachable_objects')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('oid', binary, required)
          .addColumn('since', 'bigint', required)
          .addPrimaryKeyConstraint('unreachable_objects_key', ['repository_id', 'oid']),
      ),
      dialect.clustered(
        schema
          .createTable('unreachable_looks')
          .addColumn('repository_id', text, (column) =>
            column.primaryKey().notNull().references('repositories.id').onDelete('cascade'),
          )
          .addColumn('due_at', 'bigint', required)
          .addColumn('looked_at', 'bigint')
          .addColumn('doubt', text),
      ),
      schema.createIndex('unreachable_looks_due').on('unreachable_looks').columns(['due_at', 'repository_id']),
    ];
  },
};
