import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** What was looked for among very much else: what the service has removed by itself, removed objects with manifests, and what there is to know of open sessions. */
export const narrowIndexes: Migration = {
  number: 33,
  name: 'narrow-indexes',
  statements: (schema) => [
    schema
      .createIndex('quarantined_objects_unasked')
      .on('quarantined_objects')
      // With a column that is always null SQLite uses it in place of the key of the table.
      .columns(['repository_id', 'removed_by', 'oid'])
      .where(sql<boolean>`state = 'quarantined' and removed_by is null`),
    schema
      .createIndex('quarantined_objects_with_manifest')
      .on('quarantined_objects')
      .columns(['repository_id', 'oid', 'manifest_sha256'])
      .where(sql.ref('manifest_sha256'), 'is not', null),
    schema.dropIndex('upload_sessions_open_by_end'),
    schema
      .createIndex('upload_sessions_open')
      .on('upload_sessions')
      .columns(['expires_at', 'id', 'kind', 'settling', 'created_at'])
      .where(sql.ref('status'), '=', sql.lit('OPEN')),
  ],
};
