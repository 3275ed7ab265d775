import type { Migration } from './migration.js';

/** Of a folder whose tree object git would write otherwise today: its id, and that of what git would write. */
export const oddTrees: Migration = {
  number: 13,
  name: 'odd-trees',
  statements: (schema, { columnTypes: { binary } }) => [
    schema.alterTable('git_pending_folders').addColumn('odd_id', binary),
    schema.alterTable('git_pending_folders').addColumn('plain_id', binary),
  ],
};
