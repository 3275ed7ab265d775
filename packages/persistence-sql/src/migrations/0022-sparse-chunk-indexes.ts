import { required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Repositories of very many chunks, and the hooks by which these are found there. */
export const sparseChunkIndexes: Migration = {
  number: 22,
  name: 'sparse-chunk-indexes',
  statements: (schema, dialect) => {
    const { binary, sequence, text } = dialect.columnTypes;
    return [
      schema
        .createTable('chunk_indexes')
        .addColumn('sequence', sequence)
        .addColumn('repository_id', text, (column) => column.notNull().unique().references('repositories.id').onDelete('cascade'))
        .addColumn('is_sparse', 'bigint', required),
      dialect.clustered(
        schema
          .createTable('chunk_hooks')
          // Removed with the repository, in pieces; a reference would cost a look at the other table for each row.
          .addColumn('index_sequence', 'bigint', required)
          .addColumn('prefix', binary, required)
          .addColumn('map', binary, required)
          .addPrimaryKeyConstraint('chunk_hooks_key', ['index_sequence', 'prefix']),
      ),
    ];
  },
};
