import type {
  ChunkEncoding,
  CondemnedState,
  Instant,
  RepositoryId,
  TransferKind,
  TreeFileState,
  TreePath,
  UserId,
} from '@svc/core/model';

/** 32 bytes. */
type Hash = Uint8Array;

interface TreeFilesTable {
  repository_id: RepositoryId;
  path: TreePath;
  size_bytes: number;
  state: TreeFileState;
  receivers: number;
  changed_at: Instant;
}

interface CondemnedFilesTable {
  repository_id: RepositoryId;
  path: TreePath;
  /** Of a pack: its name, by which its chunks name it. */
  pack: Hash | null;
  size_bytes: number;
  state: CondemnedState;
  seen_at: Instant;
  quarantined_at: Instant | null;
  due_at: Instant;
  holder: string | null;
  removed_at: Instant | null;
}

interface TreeCollectionsTable {
  repository_id: RepositoryId;
  due_at: Instant;
  claimed_by: string | null;
  attempts: number;
  /** Of chunks that nothing needs, in packs that something needs. */
  dead_bytes: number;
}

interface PacksTable {
  repository_id: RepositoryId;
  name: Hash;
  verified_at: Instant;
}

interface ChunksTable {
  repository_id: RepositoryId;
  name: Hash;
  pack: Hash;
  chunk_offset: number;
  stored_bytes: number;
  raw_bytes: number;
  encoding: ChunkEncoding;
}

interface TransferEventsTable {
  repository_id: RepositoryId;
  id: string;
  kind: TransferKind;
  /** JSON. */
  stats: string;
  at: Instant;
}

interface PendingVerificationsTable {
  repository_id: RepositoryId;
  oid: Hash;
  size_bytes: number;
  name: string | null;
  requested_by: UserId;
  requested_at: Instant;
  /** From when on somebody may claim it: when it was requested, then the end of the last claim. */
  due_at: Instant;
  claimed_by: string | null;
  attempts: number;
}

/** What is known of the chunk trees. */
export interface TreeTables {
  chunks: ChunksTable;
  condemned_files: CondemnedFilesTable;
  packs: PacksTable;
  pending_verifications: PendingVerificationsTable;
  transfer_events: TransferEventsTable;
  tree_collections: TreeCollectionsTable;
  tree_files: TreeFilesTable;
}
