import {
  frozenManifestAt,
  objectKey,
  occupiedBytes,
  type ObjectKey,
  type RepositoryId,
  type StorageNamespace,
  type TreeFileState,
  treeFileKind,
  treeKey,
  type TreePath,
} from '@svc/core/model';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hashFromBinary, oidFromBinary } from '../codec.js';
import type { BackupSchema } from './backup-contents.js';

/** What bytes are known by. */
export interface BlobDigest {
  readonly algorithm: 'sha256' | 'blake3';
  /** Lower-case hex digits. */
  readonly hex: string;
}

/** A file of a chunk tree whose bytes may change under its key. */
export interface ChangingFile {
  readonly repositoryId: RepositoryId;
  readonly path: TreePath;
}

/** A blob in the service's own storage that the database of a back-up knows of. */
export interface BackupBlob {
  readonly key: ObjectKey;
  /** Undefined where its bytes may change, and were not found or not looked for. */
  readonly digest: BlobDigest | undefined;
  /** Whether the database counts a blob of this length. */
  readonly hasLength: (sizeBytes: number) => boolean;
  /** Whether a database without the bytes is damaged: not of a file that is still received, or may be removed. */
  readonly isNeeded: boolean;
  /** Undefined where the bytes never change. */
  readonly changing: ChangingFile | undefined;
}

/** Blobs that are in memory at a time. */
const rowsAtOnce = 500;

const ofAnyLength = (): boolean => true;

/** Slices in the order of the two columns, which are a key. */
async function* slices<Row extends object>(
  db: Kysely<BackupSchema>,
  query: RawBuilder<Row>,
  [first, second]: readonly [keyof Row & string, keyof Row & string],
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const begin =
      last === undefined ? sql`` : sql`where (${sql.ref(first)}, ${sql.ref(second)}) > (${last[first]}, ${last[second]})`;
    const { rows } = await sql<Row>`
      select * from (${query}) as found ${begin} order by ${sql.ref(first)}, ${sql.ref(second)} limit ${sql.lit(rowsAtOnce)}`.execute(
      db,
    );
    if (rows.length > 0) yield rows;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

interface ObjectRow {
  readonly repository_id: RepositoryId;
  readonly namespace: StorageNamespace;
  readonly oid: Uint8Array;
  readonly size_bytes: number;
}

/** SQLite walks what stands on the left of `cross join` first, in the order that is asked for. */
const objects = sql<ObjectRow>`
  select objects.repository_id, namespace, oid, size_bytes
  from objects cross join repositories on repositories.id = objects.repository_id
  where layout = 'whole' and storage_mode = 'managed'`;

/** Those that can be brought back, and those that converted objects had. */
const quarantined = sql<ObjectRow>`
  select quarantined_objects.repository_id, namespace, oid, size_bytes
  from quarantined_objects cross join repositories on repositories.id = quarantined_objects.repository_id
  where layout = 'whole' and storage_mode = 'managed' and state <> 'deleting'`;

const blobOfObject = ({ namespace, oid, size_bytes: expectedBytes }: ObjectRow): BackupBlob => ({
  key: objectKey(namespace, oidFromBinary(oid)),
  digest: { algorithm: 'sha256', hex: hashFromBinary(oid) },
  hasLength: (sizeBytes) => sizeBytes === expectedBytes,
  isNeeded: true,
  changing: undefined,
});

interface TreeRow {
  readonly repository_id: RepositoryId;
  readonly namespace: StorageNamespace;
  readonly path: TreePath;
  readonly size_bytes: number;
  readonly state: TreeFileState;
  /** 1 of a file that is being deleted, and may be gone at any moment. */
  readonly is_deleted: number | null;
  /** What was frozen for the object whose manifest it is. */
  readonly frozen: Uint8Array | null;
  /** What was found at the path of a file that may change. */
  readonly found: Uint8Array | null;
}

/** Each file looks up one row of the others. */
const treeFiles = sql<TreeRow>`
  select tree_files.repository_id, namespace, tree_files.path, tree_files.size_bytes, tree_files.state,
    condemned_files.state = 'deleting' as is_deleted, objects.manifest_sha256 as frozen, backup_contents.sha256 as found
  from tree_files cross join repositories on repositories.id = tree_files.repository_id
  left join objects on objects.repository_id = tree_files.repository_id and objects.oid = unhex(substr(tree_files.path, 8, 64))
    and tree_files.path = 'assets/' || lower(hex(objects.oid)) || '/manifest.json'
  left join condemned_files on condemned_files.repository_id = tree_files.repository_id and condemned_files.path = tree_files.path
  left join backup_contents on backup_contents.repository_id = tree_files.repository_id and backup_contents.path = tree_files.path
  where storage_mode = 'managed'`;

const sha256 = (bytes: Uint8Array): BlobDigest => ({ algorithm: 'sha256', hex: hashFromBinary(bytes) });

/** By what a file is known that never changes. */
const fixedDigestOf = (path: TreePath): BlobDigest | undefined => {
  const file = treeFileKind(path);
  if (file.kind === 'pack' || file.kind === 'map') return { algorithm: 'blake3', hex: file.name };
  const frozen = frozenManifestAt(path);
  return frozen === undefined ? undefined : { algorithm: 'sha256', hex: frozen };
};

const blobOfFile = ({ repository_id: repositoryId, namespace, path, size_bytes: countedBytes, ...row }: TreeRow): BackupBlob => {
  const key = treeKey(namespace, path);
  const isStored = row.state === 'stored' && row.is_deleted !== 1;
  const fixed = fixedDigestOf(path);
  if (fixed !== undefined) {
    const hasLength = (sizeBytes: number): boolean => occupiedBytes(sizeBytes) === countedBytes;
    return { key, digest: fixed, hasLength: isStored ? hasLength : ofAnyLength, isNeeded: isStored, changing: undefined };
  }
  // Whatever else somebody may have sent meanwhile, what is served there is what was frozen, which is a file of its own.
  if (row.frozen !== null) {
    return { key, digest: sha256(row.frozen), hasLength: ofAnyLength, isNeeded: false, changing: undefined };
  }
  const digest = row.found === null ? undefined : sha256(row.found);
  // What was sent about an object goes when its verification is refused; nothing removes any other file.
  const isNeeded = isStored && !path.startsWith('assets/');
  return { key, digest, hasLength: ofAnyLength, isNeeded, changing: { repositoryId, path } };
};

/**
 * Every blob of the service's own storage that the database of a back-up knows of, a few hundred at a time. Left out are what lies in customers' buckets, and
 * what was staged or completed in upload sessions and not registered. The database is one of SQLite.
 */
export async function* backupBlobs(db: Kysely<BackupSchema>): AsyncGenerator<readonly BackupBlob[]> {
  for await (const rows of slices(db, objects, ['repository_id', 'oid'])) yield rows.map(blobOfObject);
  for await (const rows of slices(db, quarantined, ['repository_id', 'oid'])) yield rows.map(blobOfObject);
  for await (const rows of slices(db, treeFiles, ['repository_id', 'path'])) yield rows.map(blobOfFile);
}
