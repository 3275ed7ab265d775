import { clusteringId, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** The last batch of each process that writes downloads, by which a batch that is written again is known. */
export const downloadWriters: Migration = {
  number: 29,
  name: 'download-writers',
  statements: (schema, dialect) => [
    dialect.clustered(
      schema
        .createTable('download_writers')
        .addColumn('id', dialect.columnTypes.text, clusteringId)
        .addColumn('last_batch', 'bigint', required)
        .addColumn('noted_at', 'bigint', required),
    ),
    schema.createIndex('download_writers_by_age').on('download_writers').column('noted_at'),
  ],
};
