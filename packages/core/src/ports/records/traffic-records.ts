import type { CountedDownloads, DownloadBatch, ObjectDownloads, TrafficDay } from '../../model/usage/traffic.js';
import type { Day, Instant, Oid, OrganizationId, RepositoryId } from '../../model/values/index.js';

export interface TrafficQueries {
  /** The organization's days from this one on on which something went in or out, by day and mode. */
  listDays(organizationId: OrganizationId, from: Day): Promise<readonly TrafficDay[]>;
  /** Those of the objects that were ever downloaded. */
  downloadsOf(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, ObjectDownloads>>;
}

export interface TrafficRecords extends TrafficQueries {
  /**
   * Adds the downloads to the days of their organizations and repositories and to their objects. Of a repository that is gone only what the organization has
   * used is kept. Sums of bytes stop at 2^53-1. Answers what was left out because its repository is being removed or renamed at this moment: it is to be added later.
   */
  addDownloads(counted: CountedDownloads): Promise<CountedDownloads>;
  /** Notes that the batch is written in this transaction. False, and nothing changed, when it was noted before, or a later one of its writer. */
  noteBatch(batch: DownloadBatch, at: Instant): Promise<boolean>;
  /** Forgets writers whose last batch was noted before `notedBefore`. */
  forgetWriters(notedBefore: Instant): Promise<void>;
}
