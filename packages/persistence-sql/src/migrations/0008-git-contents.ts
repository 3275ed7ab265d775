import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** The objects that plain files of Git are stored as, the branch that HEAD names, and where files were that a commit has renamed. */
export const gitContents: Migration = {
  number: 8,
  name: 'git-contents',
  statements: (schema, { columnTypes: { binary, text } }) => [
    schema.alterTable('git_objects').addColumn('content_oid', binary),
    schema
      .createIndex('git_objects_by_content_oid')
      .on('git_objects')
      .columns(['repository_id', 'content_oid'])
      .where(sql.ref('content_oid'), 'is not', null),
    schema.alterTable('git_indexes').addColumn('head', text),
    schema.createIndex('git_renames_by_from').on('git_renames').columns(['repository_id', 'commit_number', 'from_path']),
  ],
};
