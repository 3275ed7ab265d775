import type { StorageMode } from '../repository.js';
import type { Day, Instant, OrganizationId, RepositoryId, UploadSessionId } from '../values/index.js';

/**
 * What an organization is counted, in bytes. Together they are never less than what lies in storage, and on a hard plan never more than the limit, in every
 * committed state.
 */
export interface OrganizationUsage {
  /** In the service's own storage. */
  readonly usedBytes: number;
  /** For uploads under way. */
  readonly reservedBytes: number;
  /**
   * What nothing visible needs any more and what was not yet removed: of uploads that came to nothing, of objects in quarantine, and of deleted
   * repositories.
   */
  readonly reclaimableBytes: number;
  /** In buckets of its own: told, never billed, limited by no quota (spec 1). */
  readonly byosBytes: number;
}

/** The part of it that plans limit. */
export type ManagedUsage = Omit<OrganizationUsage, 'byosBytes'>;

/** What the plan's storage is compared with. */
export const countedBytes = ({ usedBytes, reservedBytes, reclaimableBytes }: ManagedUsage): number =>
  usedBytes + reservedBytes + reclaimableBytes;

/** How far an organization has come towards the storage of its plan, as far as it was told of it. */
export const quotaLevels = ['normal', 'warning', 'exceeded'] as const;
export type QuotaLevel = (typeof quotaLevels)[number];

/** What an organization is counted in the service's own storage, and how far it was told that it has come. */
export interface QuotaStanding extends ManagedUsage {
  readonly quotaLevel: QuotaLevel;
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

export type LedgerReason =
  | 'upload_session.finalized'
  | 'lfs.verified'
  | 'tree.received'
  | 'tree.collected'
  | 'repository.deleted'
  /** Into quarantine, where it counts as reclaimable. */
  | 'object.removed'
  /** Out of quarantine. */
  | 'object.restored'
  /** From whole into chunks: the whole bytes count as reclaimable. */
  | 'object.converted';

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

/** What the entries of one organization, mode and day have added up to: a roll-up of the ledger, written with it. */
export interface UsageDay {
  readonly day: Day;
  readonly storageMode: StorageMode;
  /** Sum of the entries that brought bytes. */
  readonly addedBytes: number;
  /** Sum of those that took some away, as a positive number. */
  readonly removedBytes: number;
}

/** The roll-up of an organization from some day on. */
export interface UsageByDay {
  /** What the organization occupied in each mode when the first day began, in bytes. */
  readonly before: Readonly<Record<StorageMode, number>>;
  /** The days that have entries, by day and mode. */
  readonly days: readonly UsageDay[];
}

/** What several repositories hold together. */
export interface RepositoryTotals extends Omit<RepositoryUsage, 'uploadedBytes'> {
  readonly repositoryCount: number;
  /** Of the objects that lie in storage as they are: a part of `logicalBytes` and of `physicalBytes`. */
  readonly wholeBytes: number;
}

/** What is held and what it occupies. */
export type DedupFacts = Pick<RepositoryTotals, 'logicalBytes' | 'physicalBytes' | 'wholeBytes'>;

/**
 * Spec 1: 1 - physical / logical, of what deduplication can change: the objects in chunks, with all files of the chunk tree. From 0 to 1; 0 where
 * nothing lies in chunks, and where the files of tiny objects occupy more than the objects hold.
 */
export const dedupRatio = ({ logicalBytes, physicalBytes, wholeBytes }: DedupFacts): number => {
  const [logical, physical] = [logicalBytes - wholeBytes, physicalBytes - wholeBytes];
  return logical <= 0 ? 0 : Math.min(1, Math.max(0, 1 - physical / logical));
};
