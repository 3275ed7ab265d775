import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Objects that conversions have cut, with what tells whether they are hot again, and what was made whole again of them. */
export const convertedObjects: Migration = {
  number: 21,
  name: 'converted-objects',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('converted_objects')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('oid', binary, required)
          .addColumn('due_at', 'bigint', required)
          .addColumn('counted_since', 'bigint', required)
          .addColumn('downloads_before', 'bigint', required)
          .addPrimaryKeyConstraint('converted_objects_key', ['repository_id', 'oid']),
      ),
      schema.alterTable('conversion_totals').addColumn('restored_objects', 'bigint', (column) => column.notNull().defaultTo(0)),
      schema.alterTable('conversion_totals').addColumn('restored_bytes', 'bigint', (column) => column.notNull().defaultTo(0)),
    ];
  },
};
