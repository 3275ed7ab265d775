import type { Migration } from './migration.js';

/** Of an object that was removed within the grace of its conversion, what it occupied in chunks. */
export const removedConvertedObjects: Migration = {
  number: 27,
  name: 'removed-converted-objects',
  statements: (schema) => [schema.alterTable('quarantined_objects').addColumn('chunk_bytes', 'bigint')],
};
