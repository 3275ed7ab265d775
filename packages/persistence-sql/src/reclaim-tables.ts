import type { Instant, OrganizationId, RepositoryId, StorageMode, StorageNamespace } from '@svc/core/model';

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
}

/** Objects whose unregistered bytes are being removed. */
interface ReclaimMarksTable {
  repository_id: RepositoryId;
  oid: Hash;
  holder: string;
  marked_at: Instant;
}

export interface ReclaimTables {
  deleted_repositories: DeletedRepositoriesTable;
  reclaim_marks: ReclaimMarksTable;
}
