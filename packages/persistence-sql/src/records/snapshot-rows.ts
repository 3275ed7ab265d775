import { invariant, isFileMode, type Snapshot, type SnapshotCapture, type SnapshotFile } from '@svc/core/model';
import type { Selectable } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import { gitIdOf, pathFromBinary, pathToBinary } from './git-index-rows.js';

type SnapshotRow = Selectable<Schema['snapshots']>;

export const snapshotOf = (row: SnapshotRow): Snapshot => ({
  id: row.id,
  repositoryId: row.repository_id,
  name: row.name,
  note: row.note ?? undefined,
  commit: gitIdOf(row.commit_id),
  ref: row.ref ?? undefined,
  files: row.files,
  sizeBytes: row.size_bytes,
  missingObjects: row.missing_objects,
  createdBy: row.created_by,
  createdAt: row.created_at,
});

export const captureOf = (row: SnapshotRow): SnapshotCapture => ({
  ...snapshotOf(row),
  captured: row.captured,
  isComplete: row.is_complete === 1,
  activeAt: row.active_at,
});

export const snapshotColumns = (capture: SnapshotCapture): SnapshotRow => ({
  id: capture.id,
  repository_id: capture.repositoryId,
  name: capture.name,
  note: capture.note ?? null,
  commit_id: hashToBinary(capture.commit),
  ref: capture.ref ?? null,
  files: capture.files,
  size_bytes: capture.sizeBytes,
  captured: capture.captured,
  missing_objects: capture.missingObjects,
  is_complete: capture.isComplete ? 1 : 0,
  created_by: capture.createdBy,
  created_at: capture.createdAt,
  active_at: capture.activeAt,
});

/** The columns of files that are given; of what has no oid its text is empty. */
export const givenFileColumns = {
  position: 'number',
  path: 'hash',
  mode: 'number',
  git_id: 'hash',
  size_bytes: 'number',
  oid: 'hash',
  has_oid: 'number',
  is_lfs: 'number',
} as const;

/** In the order of those columns. */
export const givenFile = ({ path, mode, id, sizeBytes, oid, isLfs }: SnapshotFile, position: number) => [
  position,
  Buffer.from(pathToBinary(path)).toString('hex'),
  mode,
  id,
  sizeBytes,
  oid ?? '',
  oid === undefined ? 0 : 1,
  isLfs ? 1 : 0,
];

export const snapshotFileOf = (
  row: Pick<Selectable<Schema['snapshot_files']>, 'path' | 'mode' | 'git_id' | 'size_bytes' | 'oid' | 'is_lfs'>,
): SnapshotFile => {
  invariant(isFileMode(row.mode), 'the mode of a file is kept');
  return {
    path: pathFromBinary(row.path),
    mode: row.mode,
    id: gitIdOf(row.git_id),
    sizeBytes: row.size_bytes,
    oid: row.oid === null ? undefined : oidFromBinary(row.oid),
    isLfs: row.is_lfs === 1,
  };
};
