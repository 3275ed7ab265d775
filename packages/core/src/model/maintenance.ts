import type { StorageMode } from './repository.js';
import { DAY_MS, HOUR_MS, type OrganizationId, type RepositoryId, type StorageConnectionId } from './values/index.js';

/** For how long what is in quarantine is kept, when nothing else is set. */
export const defaultGcGraceMs = 3 * DAY_MS;
/** Less would be over before links to the bytes are, and uploads that count on them. */
export const minGcGraceMs = DAY_MS;
/** Less would be over before links to the bytes are, and requests that they began. */
export const minDeletedRepositoryGraceMs = 2 * HOUR_MS;

export interface Swept {
  readonly expiredSessions: number;
  /** Objects and LFS sessions that held back more than they need. */
  readonly settledReservations: number;
  readonly sweptSessions: number;
  /** Files of chunk trees whose upload ended without a word. */
  readonly reconciledFiles: number;
  /** Uploads to Git indexes that were over. */
  readonly sweptIndexSessions: number;
  /** Snapshots that nobody has captured to their end. */
  readonly sweptSnapshots: number;
}

/** Three sums that must be one: what the account says, what its ledger adds up to, and what the repositories occupy. In bytes. */
export interface UsageDifference {
  readonly organizationId: OrganizationId;
  readonly storageMode: StorageMode;
  readonly accountBytes: number;
  readonly ledgerBytes: number;
  readonly repositoriesBytes: number;
}

export interface ReconciledUsage {
  /** How many organizations were looked at. */
  readonly organizations: number;
  /** Those whose sums differ, at most 100. Nothing was repaired. */
  readonly differences: readonly UsageDifference[];
}

/** What visits to chunk trees have come to. */
export interface CollectedGarbage {
  /** How many were visited. */
  readonly repositories: number;
  /** Those of which nothing is condemned or deleted, or nothing compacted, because a file that an object needs is missing or wrong. */
  readonly refusals: readonly { readonly repositoryId: RepositoryId; readonly problem: string }[];
  readonly packs: number;
  /** Packs, chunk maps and manifests of a day and more that nothing needs, in quarantine or not yet. */
  readonly unneededFiles: number;
  readonly unneededBytes: number;
  /** What was put into quarantine by these visits. */
  readonly quarantinedBytes: number;
  readonly deletedFiles: number;
  readonly deletedBytes: number;
  /** Of chunks that nothing needs, in packs that something needs. */
  readonly deadBytes: number;
  /** Packs of which much was dead, and whose objects are read from others by now. */
  readonly rewrittenPacks: number;
}

/** What visits to what deleted repositories have left have come to. */
export interface ReclaimedRepositories {
  /** Of how many the bytes were removed. */
  readonly repositories: number;
  /** Connections whose buckets have refused, or have not answered: they are asked again. */
  readonly failing: readonly StorageConnectionId[];
  /** Those whose bytes stay for good in customers' buckets that cannot be reached any more, or have refused for too long. */
  readonly abandoned: readonly RepositoryId[];
}

/** Objects whose grace was over and whose bytes are gone. */
export interface ReclaimedObjects {
  readonly objects: number;
  /** Of those that lay there whole: chunks are removed by another job, once no object needs them. */
  readonly bytes: number;
}

/** What looks for unreachable objects have come to, in repositories that have asked for them. */
export interface ReclaimedUnreachable {
  /** How many were looked at. */
  readonly repositories: number;
  /** Those whose index does not tell what is unreachable. */
  readonly doubtful: number;
  /** What was put into quarantine. */
  readonly objects: number;
  /** What is rid of with them alone. */
  readonly bytes: number;
  /** Removed objects that a branch or a tag reaches again. */
  readonly restored: number;
}

export interface CheckedConnections {
  readonly checked: number;
  /** Of those: how many did not pass. */
  readonly unhealthy: number;
  /** Of those: how many secrets were sealed anew by the newest key. */
  readonly resealed: number;
}

export interface ResealedWebhooks {
  /** How many secrets were sealed by the newest key. */
  readonly resealed: number;
  /** How many secrets no key opens: their webhooks have to be made anew. */
  readonly unreadable: number;
}
