import type { ChunkLocation } from '../../chunk-tree/chunk-location.js';
import type { TransferEvent, TransferKind } from '../../chunk-tree/transfer-event.js';
import type { TreeFile, TreeFileState } from '../../chunk-tree/tree-file.js';
import type { ChunkName, Instant, Oid, PackName, Page, PageRequest, RepositoryId, TreePath, UserId } from '../../values/index.js';

/** An object whose proof was put off, because it is too large to be proven while a client waits. */
export interface PendingProof {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly requestedBy: UserId;
  readonly requestedAt: Instant;
}

export interface TreeQueries {
  findFile(repositoryId: RepositoryId, path: TreePath): Promise<TreeFile | undefined>;
  /** Where those of the chunks lie that the repository has in proven packs. */
  findChunks(repositoryId: RepositoryId, names: readonly ChunkName[]): Promise<ReadonlyMap<ChunkName, ChunkLocation>>;
  /** Those of the packs that are proven: each chunk of theirs decodes to its name. */
  findProvenPacks(repositoryId: RepositoryId, packs: readonly PackName[]): Promise<ReadonlySet<PackName>>;
  /** The SHA-256 (hex) of the object's frozen manifest; undefined when it has none. */
  findManifest(repositoryId: RepositoryId, oid: Oid): Promise<string | undefined>;
  /** Newest first. */
  listTransfers(repositoryId: RepositoryId, kind: TransferKind | undefined, page: PageRequest): Promise<Page<TransferEvent>>;
  /** The oldest first, at most `limit`, of all repositories. */
  listPendingProofs(limit: number): Promise<readonly PendingProof[]>;
  findPendingProof(repositoryId: RepositoryId, oid: Oid): Promise<PendingProof | undefined>;
}

export interface TreeRecords extends TreeQueries {
  /** Writes the file's row, in place of one with that path. */
  putFile(repositoryId: RepositoryId, file: TreeFile): Promise<void>;
  /** Removes the row if it is in the state; whether it was. */
  removeFile(repositoryId: RepositoryId, path: TreePath, state: TreeFileState): Promise<boolean>;
  /** Files of all repositories that have been `receiving` since before the instant, at most `limit`. */
  listStaleFiles(before: Instant, limit: number): Promise<readonly (TreeFile & { readonly repositoryId: RepositoryId })[]>;
  /** Marks the pack proven and adds its chunks; a chunk that is known already keeps its place, as does a pack. */
  addPack(repositoryId: RepositoryId, pack: PackName, chunks: readonly ChunkLocation[], at: Instant): Promise<void>;
  /** Freezes the manifest of an object that is registered; one that is frozen already stays. */
  setManifest(repositoryId: RepositoryId, oid: Oid, manifestSha256: string): Promise<void>;
  addTransfer(repositoryId: RepositoryId, event: TransferEvent): Promise<void>;
  /** Once for each object. */
  addPendingProof(proof: PendingProof): Promise<void>;
  removePendingProof(repositoryId: RepositoryId, oid: Oid): Promise<void>;
}
