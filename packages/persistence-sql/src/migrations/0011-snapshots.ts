import { sql } from 'kysely';
import { id, ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Files of commits under names: they stay what they are, whatever becomes of the Git index. */
export const snapshots: Migration = {
  number: 11,
  name: 'snapshots',
  statements: (schema, { columnTypes: { binary, text } }) => [
    schema
      .createTable('snapshots')
      .addColumn('id', text, id)
      .addColumn('repository_id', text, ofRepository)
      .addColumn('name', text, required)
      .addColumn('note', text)
      .addColumn('commit_id', binary, required)
      .addColumn('ref', text)
      .addColumn('files', 'bigint', required)
      .addColumn('size_bytes', 'bigint', required)
      .addColumn('captured', 'bigint', required)
      .addColumn('missing_objects', 'bigint', required)
      .addColumn('is_complete', 'bigint', required)
      .addColumn('created_by', text, required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('active_at', 'bigint', required),
    schema.createIndex('snapshots_by_name').unique().on('snapshots').columns(['repository_id', 'name']),
    schema.createIndex('snapshots_by_age').on('snapshots').columns(['repository_id', 'is_complete', 'created_at', 'id']),
    schema
      .createIndex('snapshots_on_their_way')
      .on('snapshots')
      .columns(['active_at', 'id'])
      .where(sql.ref('is_complete'), '=', sql.lit(0)),
    schema
      .createTable('snapshot_files')
      .addColumn('snapshot_id', text, (column) => column.notNull().references('snapshots.id').onDelete('cascade'))
      .addColumn('position', 'bigint', required)
      .addColumn('repository_id', text, required)
      .addColumn('path', binary, required)
      .addColumn('mode', 'bigint', required)
      .addColumn('git_id', binary, required)
      .addColumn('size_bytes', 'bigint', required)
      .addColumn('oid', binary)
      .addColumn('is_lfs', 'bigint', required)
      .addPrimaryKeyConstraint('snapshot_files_key', ['snapshot_id', 'position']),
    schema
      .createIndex('snapshot_files_by_oid')
      .on('snapshot_files')
      .columns(['repository_id', 'oid', 'snapshot_id'])
      .where(sql.ref('oid'), 'is not', null),
  ],
};
