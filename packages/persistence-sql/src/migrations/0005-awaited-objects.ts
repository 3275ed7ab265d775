import { sql } from 'kysely';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** When staged objects of LFS sessions are looked for, of those that are there at once; and which of the objects were looked through in vain. */
export const awaitedObjects: Migration = {
  number: 5,
  name: 'awaited-objects',
  statements: (schema) => [
    schema.alterTable('upload_sessions').addColumn('lfs_due_at', 'bigint'),
    schema.alterTable('upload_objects').addColumn('is_refused', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
    schema
      .createIndex('upload_sessions_lfs_due')
      .on('upload_sessions')
      .columns(['lfs_due_at', 'id'])
      .where(sql.ref('lfs_due_at'), 'is not', null),
    rawStatement("update upload_sessions set lfs_due_at = 0 where kind = 'lfs' and is_swept = 0 and is_sweeping = 0"),
  ],
};
