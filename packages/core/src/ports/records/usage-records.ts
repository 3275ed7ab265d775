import type { StorageMode } from '../../model/repository.js';
import type {
  LedgerEntry,
  OrganizationUsage,
  QuotaLevel,
  QuotaStanding,
  RepositoryTotals,
  RepositoryUsage,
  UsageByDay,
} from '../../model/usage/usage.js';
import type { Day, Instant, OrganizationId, RepositoryId } from '../../model/values/index.js';

/** An entry of the ledger at its place: entries never change, and one that is committed later than another may still have the lower place. */
export interface LedgerPage extends Pick<LedgerEntry, 'storageMode' | 'bytes' | 'at'> {
  /** At least 1. */
  readonly place: number;
}

/** Bytes that were received and verified. */
export interface CountedUpload {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly storageMode: StorageMode;
  readonly bytes: number;
  readonly at: Instant;
}

export interface UsageQueries {
  ofOrganization(organizationId: OrganizationId): Promise<OrganizationUsage>;
  ofRepository(repositoryId: RepositoryId): Promise<RepositoryUsage>;
  /** What repositories that were deleted have left in buckets of the organization's own, and objects that are in quarantine. */
  reclaimableByosBytes(organizationId: OrganizationId): Promise<number>;
  /** Undefined when there is no such organization. */
  standingOf(organizationId: OrganizationId): Promise<QuotaStanding | undefined>;
  /** The ids of all organizations in their order, those that follow `after`, at most `limit`. */
  listOrganizations(after: OrganizationId | undefined, limit: number): Promise<readonly OrganizationId[]>;
  /** The organization's entries at places above `after`, in the order of their places, at most `limit`. */
  listLedger(organizationId: OrganizationId, after: number, limit: number): Promise<readonly LedgerPage[]>;
  /** The ledger of the organization by day, as one moment shows it. */
  byDay(organizationId: OrganizationId, from: Day): Promise<UsageByDay>;
  /** What the organization's repositories of each mode hold together. */
  ofRepositories(organizationId: OrganizationId): Promise<Readonly<Record<StorageMode, RepositoryTotals>>>;
}

/** What a change counts into. */
export interface Accounts {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
}

export interface UsageRecords extends UsageQueries {
  /**
   * Holds what the organization uses and then what the repository uses until the transaction ends, and changes neither. Who registers or removes
   * many objects begins with it: each upload in the organization counts into one of them, and would be in the way of all that was done until then.
   */
  hold(accounts: Accounts): Promise<void>;
  /**
   * Reserves bytes when `used + reserved + reclaimable + bytes <= limit` (always, without a limit), in one conditional write.
   * Answers where the organization stands with them, and holds that until the transaction ends; undefined, and nothing written,
   * when they do not fit.
   */
  reserve(organizationId: OrganizationId, bytes: number, limit: number | undefined): Promise<QuotaStanding | undefined>;
  /** Releases reserved bytes. */
  release(organizationId: OrganizationId, bytes: number): Promise<void>;
  /** Turns reserved bytes into reclaimable ones: what may have come of them lies there until it is swept. */
  keep(organizationId: OrganizationId, bytes: number): Promise<void>;
  /** Adds to the reclaimable bytes; negative when they were removed, or when somebody needs them after all. */
  countReclaimable(organizationId: OrganizationId, bytes: number): Promise<void>;
  /**
   * Writes the entry and adds its bytes to what the organization occupies in the entry's storage mode, and to the day of the entry. Answers where
   * it then stands in the service's own storage, and holds that until the transaction ends; undefined when there is no such organization.
   */
  charge(entry: LedgerEntry): Promise<QuotaStanding | undefined>;
  /** `normal` for a new organization. */
  setQuotaLevel(organizationId: OrganizationId, level: QuotaLevel): Promise<void>;
  /** Adds to the bytes that the repository occupies; negative when files become smaller or go. */
  countTree(repositoryId: RepositoryId, bytes: number): Promise<void>;
  /** Adds to the bytes that the repository has received, and to the traffic of the day. */
  countUpload(upload: CountedUpload): Promise<void>;
}
