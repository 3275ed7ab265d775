import { sql } from 'kysely';
import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** Files of chunk trees that nothing is known to need, and the list of the trees that are looked through for them. */
export const condemnedFiles: Migration = {
  number: 16,
  name: 'condemned-files',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('condemned_files')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('path', text, required)
          .addColumn('pack', binary)
          .addColumn('size_bytes', 'bigint', required)
          .addColumn('state', text, required)
          .addColumn('seen_at', 'bigint', required)
          .addColumn('quarantined_at', 'bigint')
          .addColumn('due_at', 'bigint', required)
          .addColumn('holder', text)
          .addColumn('removed_at', 'bigint')
          .addPrimaryKeyConstraint('condemned_files_key', ['repository_id', 'path']),
      ),
      schema
        .createIndex('condemned_packs')
        .on('condemned_files')
        .columns(['repository_id', 'pack'])
        .where(sql.ref('pack'), 'is not', null),
      dialect.clustered(
        schema
          .createTable('tree_collections')
          .addColumn('repository_id', text, (column) =>
            column.primaryKey().notNull().references('repositories.id').onDelete('cascade'),
          )
          .addColumn('due_at', 'bigint', required)
          .addColumn('claimed_by', text)
          .addColumn('attempts', 'bigint', required),
      ),
      schema.createIndex('tree_collections_due').on('tree_collections').columns(['due_at', 'repository_id']),
      rawStatement(
        'insert into tree_collections (repository_id, due_at, attempts) select id, 0, 0 from repositories where exists (select path from tree_files where tree_files.repository_id = repositories.id)',
      ),
    ];
  },
};
