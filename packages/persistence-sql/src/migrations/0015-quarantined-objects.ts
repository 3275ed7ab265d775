import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Objects that were deleted, with all that brings them back. */
export const quarantinedObjects: Migration = {
  number: 15,
  name: 'quarantined-objects',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('quarantined_objects')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('oid', binary, required)
          .addColumn('organization_id', text, required)
          .addColumn('size_bytes', 'bigint', required)
          .addColumn('physical_bytes', 'bigint', required)
          .addColumn('layout', text, required)
          .addColumn('manifest_sha256', binary)
          .addColumn('chunk_count', 'bigint')
          .addColumn('artifact_type', text, required)
          .addColumn('name', text)
          .addColumn('uploaded_by', text, required)
          .addColumn('created_at', 'bigint', required)
          .addColumn('downloads', 'bigint', required)
          .addColumn('last_downloaded_at', 'bigint')
          .addColumn('removed_at', 'bigint', required)
          .addColumn('removed_by', text)
          .addColumn('state', text, required)
          .addColumn('due_at', 'bigint', required)
          .addPrimaryKeyConstraint('quarantined_objects_key', ['repository_id', 'oid']),
      ),
      schema
        .createIndex('quarantined_objects_by_removal')
        .on('quarantined_objects')
        .columns(['repository_id', 'removed_at desc', 'oid']),
      schema.createIndex('quarantined_objects_due').on('quarantined_objects').columns(['due_at', 'repository_id', 'oid']),
      schema.createIndex('quarantined_objects_of_organization').on('quarantined_objects').column('organization_id'),
    ];
  },
};
