import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** How many send a file. Of those that were at it before this, nobody has counted. */
export const receivers: Migration = {
  number: 20,
  name: 'receivers',
  statements: (schema) => [
    schema.alterTable('tree_files').addColumn('receivers', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  ],
};
