import type { Migration } from './migration.js';

/** Which staged bytes were looked through in vain, so that others that take their place are looked through. */
export const refusedVersions: Migration = {
  number: 28,
  name: 'refused-versions',
  statements: (schema, dialect) => [schema.alterTable('upload_objects').addColumn('refused_version', dialect.columnTypes.text)],
};
