import type { Migration } from './migration.js';

/** Of manifests that are frozen already, only the bytes in storage say it. */
export const chunkCounts: Migration = {
  number: 18,
  name: 'chunk-counts',
  statements: (schema) => [schema.alterTable('objects').addColumn('chunk_count', 'bigint')],
};
