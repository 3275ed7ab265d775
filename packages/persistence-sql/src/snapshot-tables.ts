import type { GitRefName, Instant, RepositoryId, SnapshotId, UserId } from '@svc/core/model';

interface SnapshotsTable {
  id: SnapshotId;
  repository_id: RepositoryId;
  name: string;
  note: string | null;
  commit_id: Uint8Array;
  ref: GitRefName | null;
  /** How many it has in the end. */
  files: number;
  size_bytes: number;
  /** How many have come; -1 once it was given up. */
  captured: number;
  missing_objects: number;
  is_complete: number;
  created_by: UserId;
  created_at: Instant;
  active_at: Instant;
}

interface SnapshotFilesTable {
  snapshot_id: SnapshotId;
  position: number;
  /** The snapshot's, so that objects are found by it. */
  repository_id: RepositoryId;
  path: Uint8Array;
  mode: number;
  git_id: Uint8Array;
  size_bytes: number;
  oid: Uint8Array | null;
  is_lfs: number;
}

/** Files of commits under names. */
export interface SnapshotTables {
  snapshots: SnapshotsTable;
  snapshot_files: SnapshotFilesTable;
}
