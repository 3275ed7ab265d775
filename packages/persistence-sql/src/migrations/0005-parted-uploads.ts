import type { Migration } from './migration.js';

export const partedUploads: Migration = {
  number: 5,
  name: 'parted-uploads',
  statements: (schema, { columnTypes }) => [
    schema.alterTable('upload_objects').addColumn('part_bytes', 'bigint'),
    schema.alterTable('upload_objects').addColumn('ticket', columnTypes.text),
  ],
};
