import { occupiedBytes, type RepositoryId, type TreePath } from '@svc/core/model';
import { type Kysely, sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { Schema } from '../schema.js';

interface BackupContentsTable {
  repository_id: RepositoryId;
  path: TreePath;
  /** Null where there was none. */
  sha256: Uint8Array | null;
  occupied_bytes: number | null;
}

/** What the database of a back-up has besides: which bytes lay at the paths of the chunk tree whose bytes may change. No other database gets the table. */
export interface BackupSchema extends Schema {
  backup_contents: BackupContentsTable;
}

/** Of a file of the chunk tree that anybody may replace. */
export interface FoundContent {
  readonly repositoryId: RepositoryId;
  readonly path: TreePath;
  /** Undefined where there was no file any more. */
  readonly bytes: { readonly sha256: string; readonly sizeBytes: number } | undefined;
}

export const addBackupContents = (db: Kysely<BackupSchema>): Promise<void> =>
  db.schema
    .createTable('backup_contents')
    .ifNotExists()
    .addColumn('repository_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('sha256', 'blob')
    .addColumn('occupied_bytes', 'bigint')
    .addPrimaryKeyConstraint('backup_contents_key', ['repository_id', 'path'])
    .modifyEnd(sql`without rowid`)
    .execute();

/** Once for each file. */
export const noteContents = async (db: Kysely<BackupSchema>, found: readonly FoundContent[]): Promise<void> => {
  if (found.length === 0) return;
  const rows = found.map(({ repositoryId, path, bytes }) => ({
    repository_id: repositoryId,
    path,
    sha256: bytes === undefined ? null : hashToBinary(bytes.sha256),
    occupied_bytes: bytes === undefined ? null : occupiedBytes(bytes.sizeBytes),
  }));
  await db.insertInto('backup_contents').values(rows).execute();
};

/**
 * Has the sweeper of the restored server look at the files that were replaced or removed since the snapshot: it counts them as it finds them. A manifest that
 * was frozen is restored as that.
 */
export const settleContents = async (db: Kysely<BackupSchema>): Promise<void> => {
  await sql`
    update tree_files set state = 'receiving', receivers = 0
    where state = 'stored' and (
      exists (
        select 1 from backup_contents as found
        where found.repository_id = tree_files.repository_id and found.path = tree_files.path
          and found.occupied_bytes is not tree_files.size_bytes)
      or exists (
        select 1 from objects
        join tree_files as frozen on frozen.repository_id = objects.repository_id
          and frozen.path = 'objects/manifests/' || lower(hex(objects.manifest_sha256))
        where objects.repository_id = tree_files.repository_id
          and tree_files.path = 'assets/' || lower(hex(objects.oid)) || '/manifest.json'
          and objects.oid = unhex(substr(tree_files.path, 8, 64))
          and frozen.size_bytes <> tree_files.size_bytes))`.execute(db);
};
