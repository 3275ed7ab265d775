import type { CountedDownloads, ObjectDownloads, TrafficDay } from '../../model/usage/traffic.js';
import type { Day, Oid, OrganizationId, RepositoryId } from '../../model/values/index.js';

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
}
