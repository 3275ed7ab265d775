import type { StorageMode } from '../repositories/repository.js';
import type { Instant, OrganizationId, RepositoryId, UploadSessionId } from '../values/index.js';

/** What an organization occupies and has put aside, in bytes. On a hard plan `usedBytes + reservedBytes <= limit` in every committed state. */
export interface OrganizationUsage {
  /** In the service's own storage. */
  readonly usedBytes: number;
  readonly reservedBytes: number;
  /** In buckets of its own: told, never billed, limited by no quota (spec 1). */
  readonly byosBytes: number;
}

/** What one repository holds. Spec 1: dedup ratio = 1 - physical / logical. */
export interface RepositoryUsage {
  readonly objectCount: number;
  /** Sum of the objects' sizes. */
  readonly logicalBytes: number;
  /** What the whole ones and the files of the chunk tree occupy. */
  readonly physicalBytes: number;
  /** All bytes ever received and verified by `complete` or LFS verify. */
  readonly uploadedBytes: number;
}

export type LedgerReason = 'upload_session.finalized' | 'lfs.verified' | 'tree.received' | 'repository.deleted';

/** One change of `usedBytes` (managed) or `byosBytes` (byos); the sum of an organization's entries of a mode equals what it occupies in that mode. */
export interface LedgerEntry {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly sessionId: UploadSessionId | undefined;
  readonly storageMode: StorageMode;
  readonly reason: LedgerReason;
  /** Negative when bytes leave the account. */
  readonly bytes: number;
  readonly objects: number;
  readonly at: Instant;
}
