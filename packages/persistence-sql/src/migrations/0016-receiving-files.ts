import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** The files of one repository that have not come yet, the oldest first. */
export const receivingFiles: Migration = {
  number: 16,
  name: 'receiving-files',
  statements: (schema) => [
    schema
      .createIndex('tree_files_receiving_of_repository')
      .on('tree_files')
      .columns(['repository_id', 'changed_at'])
      .where(sql.ref('state'), '=', sql.lit('receiving')),
  ],
};
