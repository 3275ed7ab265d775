import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { TransferEvent, TransferKind } from '../../model/chunk-tree/transfer-event.js';
import type { TreeFile, TreeFileState } from '../../model/chunk-tree/tree-file.js';
import type {
  ChunkName,
  Instant,
  Oid,
  OrganizationId,
  PackName,
  Page,
  PageRequest,
  RepositoryId,
  TreePath,
  UserId,
} from '../../model/values/index.js';

/** An object whose verification was put off, because it is too large to be verified while a client waits. */
export interface PendingVerification {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** What the client calls the object, where it says so. */
  readonly name: string | undefined;
  readonly requestedBy: UserId;
  readonly requestedAt: Instant;
}

/** A verification that somebody has taken on. By holder and attempt together a claim is told from earlier and later ones of the same verification. */
export interface ClaimedVerification extends PendingVerification {
  readonly holder: string;
  /** How often the verification was claimed, this time included; 1 for the first. */
  readonly attempt: number;
}

/** An organization of which only verifications of less than so many bytes are taken on. */
export interface BusyOrganization {
  readonly organizationId: OrganizationId;
  readonly belowBytes: number;
}

/** Of an object that is registered, or in quarantine. */
export interface FrozenManifestOf {
  readonly oid: Oid;
  /** In hex. */
  readonly manifestSha256: string;
}

export interface TreeQueries {
  findFile(repositoryId: RepositoryId, path: TreePath): Promise<TreeFile | undefined>;
  /** The files below a folder, in the order of their paths, those after the path, at most `limit`. */
  listBelow(
    repositoryId: RepositoryId,
    folder: TreePath,
    after: TreePath | undefined,
    limit: number,
  ): Promise<readonly TreeFile[]>;
  /** Those of the files that are there, in whatever state. */
  findFiles(repositoryId: RepositoryId, paths: readonly TreePath[]): Promise<ReadonlyMap<TreePath, TreeFile>>;
  /**
   * Where those of the chunks lie that the repository has in verified packs; packs in quarantine, and those that are being deleted, are none. Where the index is
   * sparse these are chunks that were added before it was, at most.
   */
  findChunks(repositoryId: RepositoryId, names: readonly ChunkName[]): Promise<ReadonlyMap<ChunkName, ChunkLocation>>;
  /** Those of the packs that are verified: each chunk of theirs decodes to its name. That holds for a pack in quarantine, too. */
  findVerifiedPacks(repositoryId: RepositoryId, packs: readonly PackName[]): Promise<ReadonlySet<PackName>>;
  /** The SHA-256 (hex) of the object's frozen manifest; undefined when it has none. */
  findManifest(repositoryId: RepositoryId, oid: Oid): Promise<string | undefined>;
  /** The frozen manifests of registered objects, in the order of their oids, those after the oid, at most `limit`. */
  listManifests(repositoryId: RepositoryId, after: Oid | undefined, limit: number): Promise<readonly FrozenManifestOf[]>;
  /** In the order of their oids, those after the oid, at most `limit`. */
  listPendingVerifications(
    repositoryId: RepositoryId,
    after: Oid | undefined,
    limit: number,
  ): Promise<readonly PendingVerification[]>;
  /** Newest first. */
  listTransfers(repositoryId: RepositoryId, kind: TransferKind | undefined, page: PageRequest): Promise<Page<TransferEvent>>;
  findPendingVerification(repositoryId: RepositoryId, oid: Oid): Promise<PendingVerification | undefined>;
}

export interface TreeRecords extends TreeQueries {
  /** Writes the file's row, in place of one with that path. */
  putFile(repositoryId: RepositoryId, file: TreeFile): Promise<void>;
  /** Whether the path cannot be that of a file, because a folder that it leads through is a file of the repository, or because files lie below it. */
  isObstructed(repositoryId: RepositoryId, path: TreePath): Promise<boolean>;
  /** Counts one more file that somebody puts into the tree; false, and nothing written, when there are `max` already. With the first one the tree is listed for `claimCollection`, due at once. */
  countFile(repositoryId: RepositoryId, max: number): Promise<boolean>;
  /** Removes the row if it is in the state, and counts the file out, unless it is one of the service's own that nobody has counted in; whether it was. */
  removeFile(repositoryId: RepositoryId, path: TreePath, state: TreeFileState, isCounted?: boolean): Promise<boolean>;
  /** Files of all repositories that have been `receiving` since before the instant, at most `limit`. */
  listStaleFiles(before: Instant, limit: number): Promise<readonly (TreeFile & { readonly repositoryId: RepositoryId })[]>;
  /**
   * Marks the pack verified and adds its chunks; a chunk that is known already keeps its place, unless that is in a pack that chunks are not found in, or in one
   * of `inPlaceOf`. Where the index is sparse no chunks are added.
   */
  addPack(
    repositoryId: RepositoryId,
    pack: PackName,
    chunks: readonly ChunkLocation[],
    at: Instant,
    inPlaceOf?: readonly PackName[],
  ): Promise<void>;
  /** The packs are verified no more. Their chunks are left to `removeChunksOf`. */
  removePacks(repositoryId: RepositoryId, packs: readonly PackName[]): Promise<void>;
  /**
   * Removes those of the next `limit` chunks after the name, in the order of their names, that lie in the packs. Answers the last name it has looked at;
   * undefined when there was none.
   */
  removeChunksOf(
    repositoryId: RepositoryId,
    packs: readonly PackName[],
    after: ChunkName | undefined,
    limit: number,
  ): Promise<ChunkName | undefined>;
  /** Freezes the manifest of an object that is registered, and notes how many chunks it names; one that is frozen already stays. */
  setManifest(repositoryId: RepositoryId, oid: Oid, manifestSha256: string, chunkCount: number): Promise<void>;
  /**
   * Puts a manifest in the place of `former`, of an object that is registered or in quarantine, and changes nothing else of it. False, and nothing written, when
   * that is not its manifest.
   */
  replaceManifest(repositoryId: RepositoryId, oid: Oid, former: string, latter: string): Promise<boolean>;
  addTransfer(repositoryId: RepositoryId, event: TransferEvent): Promise<void>;
  /** Once for each object; one that waits already and has no name gets the one that comes now, and stays as it is besides. */
  addPendingVerification(verification: PendingVerification): Promise<void>;
  removePendingVerification(repositoryId: RepositoryId, oid: Oid): Promise<void>;
  /**
   * Takes on, of all repositories, the verification that has been due for longest, and among equals the one that was requested first, and then the one whose
   * repository, then oid, comes first; undefined when none is due. A verification is due from the moment at which it was requested; one that is claimed, again at
   * the end of its claim, for the claimer may be gone.
   * What `busy` organizations may not have begun is passed over. When none is due, one that is due after `beyond` is taken on: no schedule looks so far ahead,
   * so the clock was set back since (`beyondSchedule`).
   */
  claimVerification(
    holder: string,
    now: Instant,
    until: Instant,
    options?: { readonly busy?: readonly BusyOrganization[]; readonly beyond?: Instant },
  ): Promise<ClaimedVerification | undefined>;
  /**
   * Moves the end of the claim, forwards to go on with it, or backwards or forwards to leave the verification to others from then on. False, and nothing
   * written, when the verification is gone or somebody has claimed it since.
   */
  renewVerification(claim: ClaimedVerification, until: Instant): Promise<boolean>;
  /** Takes the verification off the list. False, and nothing written, when it is gone or somebody has claimed it since. */
  removeClaimedVerification(claim: ClaimedVerification): Promise<boolean>;
}
