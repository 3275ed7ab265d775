import type { Migration } from './migration.js';

/** Of a removed object that was sent again, in which upload session that was. */
export const resentObjects: Migration = {
  number: 25,
  name: 'resent-objects',
  statements: (schema, dialect) => [schema.alterTable('quarantined_objects').addColumn('resent_in', dialect.columnTypes.text)],
};
