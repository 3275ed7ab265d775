import type { LedgerEntry, OrganizationUsage, RepositoryUsage } from '../../usage/usage.js';
import type { OrganizationId, RepositoryId } from '../../values/index.js';

export interface UsageQueries {
  ofOrganization(organizationId: OrganizationId): Promise<OrganizationUsage>;
  ofRepository(repositoryId: RepositoryId): Promise<RepositoryUsage>;
}

export interface UsageRecords extends UsageQueries {
  /**
   * Puts bytes aside when `used + reserved + bytes <= limit` (always, without a limit), in one conditional write.
   * False, and nothing written, when they do not fit.
   */
  reserve(organizationId: OrganizationId, bytes: number, limit: number | undefined): Promise<boolean>;
  /** Gives up bytes that were put aside. */
  release(organizationId: OrganizationId, bytes: number): Promise<void>;
  /** Writes the entry and adds its bytes to what the organization occupies in the entry's storage mode. */
  charge(entry: LedgerEntry): Promise<void>;
  /** Adds to the bytes that the repository occupies; negative when files become smaller or go. */
  countTree(repositoryId: RepositoryId, bytes: number): Promise<void>;
  /** Adds to the bytes that the repository has received. */
  countUpload(repositoryId: RepositoryId, bytes: number): Promise<void>;
}
