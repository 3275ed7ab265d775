import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** A list of removed objects read every row that conversions had left in the same table. No query asks for the rows of an organization any more. */
export const removedObjects: Migration = {
  number: 32,
  name: 'removed-objects',
  statements: (schema) => [
    schema.dropIndex('quarantined_objects_by_removal'),
    schema.dropIndex('quarantined_objects_of_organization'),
    schema
      .createIndex('quarantined_objects_removed')
      .on('quarantined_objects')
      .columns(['repository_id', 'removed_at desc', 'oid'])
      .where(sql.ref('state'), '=', sql.lit('quarantined')),
  ],
};
