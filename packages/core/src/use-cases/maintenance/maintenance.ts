import type { ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { ConvertedObjects } from '../../model/conversions/conversion.js';
import type {
  CheckedConnections,
  CollectedGarbage,
  ReclaimedObjects,
  ReclaimedRepositories,
  ReclaimedUnreachable,
  ReconciledUsage,
  ResealedWebhooks,
  Swept,
} from '../../model/maintenance.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { reconcileUsage } from './reconcile-usage.js';
import { reclaimQuarantined } from './reclaim-quarantined.js';
import { reclaimRepositories } from './reclaim-repositories.js';
import { reclaimUnreachable } from './reclaim-unreachable.js';
import { type ReconcileStaleFiles, sweep } from './sweep.js';

/** Periodic jobs. Each is safe beside everything else and in several processes at once; a run that fails loses nothing. */
export interface Maintenance {
  /**
   * Expires upload sessions past their end; later deletes what they brought and nothing has registered, and counts it no more. What an
   * LFS session has brought is registered first as far as it is what its oid says.
   * Removes uploads to Git indexes that are over, and snapshots that nobody has captured to their end. Releases what is reserved for bytes that cannot come any more. Reconciles tree files whose upload broke off with the store. Does
   * nothing while another process runs it. Due every minute.
   */
  readonly sweep: () => ResultAsync<Swept, Unavailable>;

  /**
   * Removes what deleted repositories have left in the records, 50,000 rows a run, and what those that were deleted `deletedRepositoryGraceMs` ago have left in
   * storage, and counts it no more. A customer's bucket that refuses, or does not answer, is asked again for 30 days, at least daily. No bytes while a backup runs.
   * Undefined while another process runs it. Due every minute.
   */
  readonly reclaimRepositories: () => ResultAsync<ReclaimedRepositories | undefined, Unavailable>;

  /**
   * With `gcReclaim`, removes the bytes of objects that were removed and whose grace is over, and counts them no more. Nothing while a backup runs. Undefined
   * without `gcReclaim`, and while another process runs it. What it has done before it met a fault the next run tells. Due every 5 minutes.
   */
  readonly reclaimQuarantined: () => ResultAsync<ReclaimedObjects | undefined, Unavailable>;

  /**
   * Looks at repositories that have asked for it, daily and after each upload to their Git index, for objects that nothing keeps and no branch or tag reaches.
   * With `gcReclaim` those that were so for as long as the repository says go into quarantine. Nothing goes where the index leaves a doubt. Undefined while
   * another process runs it. Due every 5 minutes.
   */
  readonly reclaimUnreachable: () => ResultAsync<ReclaimedUnreachable | undefined, Unavailable>;

  /**
   * Compares each organization's account with its ledger and with what its repositories occupy, and reports differences; repairs
   * nothing. Undefined when another run is under way or was within the last 23 hours. Due every hour.
   */
  readonly reconcileUsage: () => ResultAsync<ReconciledUsage | undefined, Unavailable>;

  /**
   * Visits each chunk tree about once a day: looks for packs, chunk maps and manifests of a day and more that no object needs, and tells what it has found
   * (`maintenance.gc.completed`, spec 6.1). With `gcReclaim` what two visits have found goes into quarantine, and is deleted when its grace is over. Undefined
   * when none was due. What it has done besides a fault the next run tells. A signal ends it before the next read or removal. Due every 10 minutes.
   */
  readonly collectGarbage: (signal?: AbortSignal) => ResultAsync<CollectedGarbage | undefined, Unavailable>;

  /**
   * Cuts objects that came whole into chunks, so that their bytes are stored once: those that are cold, or all, as repository and organization say, and where a
   * sample says that it saves 15 %. Whole bytes stay for `gcGraceMs`. Ends after the object that it is at when the signal says so. Undefined when no organization
   * was due, and without `gcReclaim`. Due every 10 seconds.
   */
  readonly convertObjects: (signal?: AbortSignal) => ResultAsync<ConvertedObjects | undefined, Unavailable>;

  /**
   * Checks storage connections whose health is older than a day, the oldest first, at most `limit`. Drops a result when somebody
   * changed the connection meanwhile. From buckets that it finds healthy it removes what crashes have left there. Due every 5 minutes.
   */
  readonly checkConnections: (limit?: number) => ResultAsync<CheckedConnections, Unavailable>;

  /**
   * Adds new names of artifacts to the index that finds them by a part; returns how many. Undefined while another process runs it.
   * Due every 10 seconds.
   */
  readonly indexNames: () => ResultAsync<number | undefined, Unavailable>;

  /** Seals the secrets of webhooks with the newest key, so that the operator can remove the old one. Due every 10 minutes. */
  readonly resealWebhooks: () => ResultAsync<ResealedWebhooks, Unavailable>;
}

type JobsOfOtherSlices = Pick<
  Maintenance,
  'checkConnections' | 'collectGarbage' | 'convertObjects' | 'indexNames' | 'resealWebhooks'
>;

interface WorkOfOtherSlices {
  /** For what nobody waits for. */
  readonly givingWay: Pick<Ports, 'unitOfWork'>;
  readonly reconcileStaleFiles: ReconcileStaleFiles;
  /** Told of a repository in which removed objects were restored. */
  readonly onRestored: (repositoryId: RepositoryId) => void;
}

export const createMaintenance = (
  ports: Ports & Verifying & WithIndexCaches,
  { givingWay, reconcileStaleFiles, onRestored, ...jobs }: JobsOfOtherSlices & WorkOfOtherSlices,
): Maintenance => ({
  ...jobs,
  sweep: sweep(ports, reconcileStaleFiles),
  reclaimRepositories: reclaimRepositories(ports, givingWay),
  reclaimQuarantined: reclaimQuarantined(ports),
  reclaimUnreachable: reclaimUnreachable(ports, onRestored),
  reconcileUsage: reconcileUsage(ports),
});
