import type {
  ChunkEncoding,
  CondemnedState,
  Instant,
  OrganizationId,
  RepositoryId,
  TransferKind,
  TreeFileState,
  TreePath,
  UserId,
} from '@svc/core/model';
import type { Generated } from 'kysely';

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

/** A repository whose chunks are found by hooks, or will be soon. */
interface ChunkIndexesTable {
  /** Stands for the repository in its hooks. */
  sequence: Generated<number>;
  repository_id: RepositoryId;
  /** 0 or 1. */
  is_sparse: number;
}

interface ChunkHooksTable {
  index_sequence: number;
  /** The first half of a name, 16 bytes. */
  prefix: Uint8Array;
  map: Hash;
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
  organization_id: OrganizationId | null;
  /** From when on somebody may claim it: when it was requested, then the end of the last claim. */
  due_at: Instant;
  claimed_by: string | null;
  attempts: number;
}

/** What is known of the chunk trees. */
export interface TreeTables {
  chunk_hooks: ChunkHooksTable;
  chunk_indexes: ChunkIndexesTable;
  chunks: ChunksTable;
  condemned_files: CondemnedFilesTable;
  packs: PacksTable;
  pending_verifications: PendingVerificationsTable;
  transfer_events: TransferEventsTable;
  tree_collections: TreeCollectionsTable;
  tree_files: TreeFilesTable;
}
