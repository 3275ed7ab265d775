import type { RequestedConversion } from '../../model/conversions/requested-conversion.js';
import type { Instant, Oid, OrganizationId, RepositoryId } from '../../model/values/index.js';
import type { ConversionPosition } from './conversion-records.js';

export interface RequestedConversionQueries {
  find(repositoryId: RepositoryId, oid: Oid): Promise<RequestedConversion | undefined>;
  /** Those of the organization's requests that were made after `since` and have not begun, the oldest first; at most `limit`. */
  listWaiting(organizationId: OrganizationId, since: Instant, limit: number): Promise<readonly ConversionPosition[]>;
}

/** Whole objects that somebody has asked for in chunks. What is said of one stays when it is removed or converted, so that nobody has it read again and again. */
export interface RequestedConversionRecords extends RequestedConversionQueries {
  /** Says it of an object of a repository that is there, in place of what was said. */
  put(repositoryId: RepositoryId, oid: Oid, request: RequestedConversion): Promise<void>;
  /** Forgets what was said of the organization's objects before `since`. */
  forget(organizationId: OrganizationId, since: Instant): Promise<void>;
}
