import type { Migration } from './migration.js';

/** Null of sessions from before: their opening is the last that is known of them. */
export const activityAndRowCounts: Migration = {
  number: 3,
  name: 'activity-and-row-counts',
  statements: (schema) => [schema.alterTable('upload_sessions').addColumn('active_at', 'bigint')],
};
