import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Which commits have put an LFS pointer where. */
export const gitUses: Migration = {
  number: 12,
  name: 'git-uses',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('git_uses')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('object_number', 'bigint', required)
          .addColumn('commit_number', 'bigint', required)
          .addColumn('path', binary, required)
          .addPrimaryKeyConstraint('git_uses_key', ['repository_id', 'object_number', 'commit_number', 'path']),
      ),
    ];
  },
};
