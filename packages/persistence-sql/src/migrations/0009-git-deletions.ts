import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Which commits removed a path: by that the earlier lives of one are found that was removed and came again. */
export const gitDeletions: Migration = {
  number: 9,
  name: 'git-deletions',
  statements: (schema, dialect) => [
    dialect.clustered(
      schema
        .createTable('git_deleted_paths')
        .addColumn('repository_id', dialect.columnTypes.text, ofRepository)
        .addColumn('path_hash', dialect.columnTypes.binary, required)
        .addColumn('commit_number', 'bigint', required)
        .addPrimaryKeyConstraint('git_deleted_paths_key', ['repository_id', 'path_hash', 'commit_number']),
    ),
  ],
};
