import type { Migration } from './migration.js';

/** How much of the packs of a chunk tree nothing needs. */
export const deadBytes: Migration = {
  number: 17,
  name: 'dead-bytes',
  statements: (schema) => [
    schema.alterTable('tree_collections').addColumn('dead_bytes', 'bigint', (column) => column.notNull().defaultTo(0)),
  ],
};
