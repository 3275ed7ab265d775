import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** What is stored and is known to be damaged, and how far the storage was read through. */
export const damagedFiles: Migration = {
  number: 14,
  name: 'damaged-files',
  statements: (schema, dialect) => {
    const { text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('damaged_files')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('kind', text, required)
          .addColumn('name', text, required)
          .addColumn('problem', text, required)
          .addColumn('found_at', 'bigint', required)
          .addPrimaryKeyConstraint('damaged_files_key', ['repository_id', 'kind', 'name']),
      ),
      schema
        .createTable('scrub_positions')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('began_at', 'bigint', required)
        .addColumn('repository_id', text)
        .addColumn('kind', text)
        .addColumn('name', text),
    ];
  },
};
