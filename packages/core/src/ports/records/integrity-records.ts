import type { Stored } from '../../model/integrity/damage.js';
import type { CounterDifference } from '../../model/integrity/finding.js';
import type { UsageDifference } from '../../model/maintenance.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { QuarantineState } from '../../model/objects/quarantined-object.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Repository } from '../../model/repository.js';
import type {
  Instant,
  Oid,
  OrganizationId,
  PackName,
  RepositoryId,
  TreePath,
  UploadSessionId,
} from '../../model/values/index.js';

/** A registered object, as far as its bytes are concerned. */
export interface RegisteredObject extends Pick<StoredObject, 'oid' | 'sizeBytes' | 'layout'> {
  /** Of its frozen manifest, in hex; undefined when it has none. */
  readonly manifestSha256: string | undefined;
}

/** What waits in quarantine and must still be there: a removed object, or the whole bytes that one in chunks had. */
export interface KeptInQuarantine extends RegisteredObject {
  readonly state: Exclude<QuarantineState, 'deleting'>;
}

/** A repository, as far as its bytes are concerned. */
export type KeptRepository = Pick<Repository, 'id' | 'organizationId' | 'namespace'>;

/** Whose keys they are: of a repository that is there, or of one that was deleted. */
export type KeyOwner = 'kept' | 'deleted';

/** How far the storage was read through. */
export interface ScrubPosition {
  /** When this round began. */
  readonly beganAt: Instant;
  /** What was read last; undefined at the beginning. */
  readonly last: { readonly repositoryId: RepositoryId; readonly of: Stored | undefined } | undefined;
}

/** What is kept of one repository, read in pieces of any size, and whether it agrees with itself. Each answer is of one moment. */
export interface IntegrityQueries {
  /** All repositories whose ids follow `after`, by id, at most `limit`. */
  listRepositories(after: RepositoryId | undefined, limit: number): Promise<readonly KeptRepository[]>;
  /** The objects whose oids follow `after`, by oid, at most `limit`. */
  listObjects(repositoryId: RepositoryId, after: Oid | undefined, limit: number): Promise<readonly RegisteredObject[]>;
  /** What is in quarantine and is not being removed, whose oids follow `after`, by oid, at most `limit`. */
  listQuarantined(repositoryId: RepositoryId, after: Oid | undefined, limit: number): Promise<readonly KeptInQuarantine[]>;
  /** All files of the chunk tree, frozen manifests too, whose paths follow `after`, by path, at most `limit`. */
  listFiles(repositoryId: RepositoryId, after: TreePath | undefined, limit: number): Promise<readonly TreeFile[]>;
  /** The verified packs whose names follow `after`, by name, at most `limit`. */
  listPacks(repositoryId: RepositoryId, after: PackName | undefined, limit: number): Promise<readonly PackName[]>;
  /** Packs in which chunks are said to lie and that are not verified, by name, at most `limit`. Of one moment is what it says of each chunk. */
  listUnverifiedPacksOfChunks(repositoryId: RepositoryId, limit: number): Promise<readonly PackName[]>;
  /** The counters of a repository that are not what its rows come to. */
  miscountedOf(repositoryId: RepositoryId): Promise<readonly CounterDifference[]>;
  /** The modes in which account, ledger and repositories of the organization are not one sum. */
  unbalancedOf(organizationId: OrganizationId): Promise<readonly UsageDifference[]>;
  /** Whether the organization has an OWNER. */
  hasOwner(organizationId: OrganizationId): Promise<boolean>;
  /** Those of the repositories that are there, and those that were deleted and of which everything may still be left, though the rows that knew it are gone. */
  findOwners(repositoryIds: readonly RepositoryId[]): Promise<ReadonlyMap<RepositoryId, KeyOwner>>;
  /** Those of the objects that are stored whole, in quarantine too, or that an upload session which was not swept yet may have moved to their final keys. */
  findWhole(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Those of the sessions of the repository that were not swept yet. */
  findUnswept(repositoryId: RepositoryId, sessionIds: readonly UploadSessionId[]): Promise<ReadonlySet<UploadSessionId>>;
  /** Undefined before the first round. */
  scrubPosition(): Promise<ScrubPosition | undefined>;
}

export interface IntegrityRecords extends IntegrityQueries {
  setScrubPosition(position: ScrubPosition): Promise<void>;
}
