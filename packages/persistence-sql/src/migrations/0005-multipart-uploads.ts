import type { Migration } from './migration.js';

export const multipartUploads: Migration = {
  number: 5,
  name: 'multipart-uploads',
  statements: (schema, { columnTypes }) => [
    schema.alterTable('upload_objects').addColumn('part_bytes', 'bigint'),
    schema.alterTable('upload_objects').addColumn('upload_id', columnTypes.text),
  ],
};
