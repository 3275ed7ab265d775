import type {
  ArtifactType,
  Instant,
  LookDoubt,
  ObjectLayout,
  OrganizationId,
  QuarantineState,
  RepositoryId,
  StorageConnectionId,
  StorageMode,
  StorageNamespace,
  UploadSessionId,
  UserId,
} from '@svc/core/model';

/** 32 bytes. */
type Hash = Uint8Array;

/** Repositories that are gone, whose bytes are still there. */
interface DeletedRepositoriesTable {
  repository_id: RepositoryId;
  organization_id: OrganizationId;
  namespace: StorageNamespace;
  storage_mode: StorageMode;
  /** What the organization is counted for it. */
  bytes: number;
  deleted_at: Instant;
  /** When it is looked at next. */
  due_at: Instant;
  /** Null in the service's own storage. */
  storage_connection_id: StorageConnectionId | null;
  failing_since: Instant | null;
}

/** Objects whose unregistered bytes are being removed. */
interface ReclaimMarksTable {
  repository_id: RepositoryId;
  oid: Hash;
  holder: string;
  marked_at: Instant;
}

/** Objects that were deleted; most of their columns are those of `objects`. */
interface QuarantinedObjectsTable {
  repository_id: RepositoryId;
  oid: Hash;
  organization_id: OrganizationId;
  size_bytes: number;
  physical_bytes: number;
  layout: ObjectLayout;
  manifest_sha256: Hash | null;
  chunk_count: number | null;
  artifact_type: ArtifactType;
  name: string | null;
  uploaded_by: UserId;
  created_at: Instant;
  downloads: number;
  last_downloaded_at: Instant | null;
  removed_at: Instant;
  /** Null: by the service itself. */
  removed_by: UserId | null;
  state: QuarantineState;
  due_at: Instant;
  /** The session in which it was sent again since. */
  resent_in: UploadSessionId | null;
  /** What it occupied in chunks; null where it was no converted one. */
  chunk_bytes: number | null;
}

interface UnreachableObjectsTable {
  repository_id: RepositoryId;
  oid: Hash;
  since: Instant;
}

/** Repositories that have asked for unreachable objects to be looked for. */
interface UnreachableLooksTable {
  repository_id: RepositoryId;
  due_at: Instant;
  /** Null before the first look. */
  looked_at: Instant | null;
  /** Why the last look could not tell; null when it could. */
  doubt: LookDoubt | null;
}

export interface ReclaimTables {
  deleted_repositories: DeletedRepositoriesTable;
  quarantined_objects: QuarantinedObjectsTable;
  reclaim_marks: ReclaimMarksTable;
  unreachable_looks: UnreachableLooksTable;
  unreachable_objects: UnreachableObjectsTable;
}
