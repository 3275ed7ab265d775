import { type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

const count = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(sql.lit(0));

/** When something was last done in a session, null of those from before; and how many rows there are of what is bounded. */
export const activityAndRowCounts: Migration = {
  number: 3,
  name: 'activity-and-row-counts',
  statements: (schema) => [
    schema.alterTable('upload_sessions').addColumn('active_at', 'bigint'),
    schema.alterTable('upload_sessions').addColumn('object_count', 'bigint', count),
    schema.alterTable('repository_usages').addColumn('lock_count', 'bigint', count),
    schema.alterTable('repository_usages').addColumn('tree_file_count', 'bigint', count),
    rawStatement(
      "update upload_sessions set object_count = (select count(*) from upload_objects where session_id = upload_sessions.id) where status = 'OPEN'",
    ),
    rawStatement(
      'update repository_usages set lock_count = (select count(*) from locks where repository_id = repository_usages.repository_id)',
    ),
    rawStatement(
      'update repository_usages set tree_file_count = (select count(*) from tree_files where repository_id = repository_usages.repository_id)',
    ),
  ],
};
