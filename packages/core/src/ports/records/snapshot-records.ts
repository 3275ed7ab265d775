import type { Snapshot, SnapshotCapture, SnapshotFile } from '../../model/snapshots/snapshot.js';
import type { Instant, Oid, Page, PageRequest, RepositoryId, SnapshotId } from '../../model/values/index.js';

export interface SnapshotQueries {
  /** Also one that is on its way, but none that was given up. */
  find(repositoryId: RepositoryId, snapshotId: SnapshotId): Promise<SnapshotCapture | undefined>;
  /** Those that are complete, the newest first. */
  list(repositoryId: RepositoryId, page: PageRequest): Promise<Page<Snapshot>>;
  /** In their order, those behind the first `skip`. */
  listFiles(snapshotId: SnapshotId, skip: number, limit: number): Promise<readonly SnapshotFile[]>;
  /** Of all snapshots of the repository, those on their way included with all files that they will have. */
  totals(repositoryId: RepositoryId): Promise<{ readonly snapshots: number; readonly files: number }>;
  /** Those of the oids that a snapshot of the repository holds, or one that is on its way: their objects may never be removed. */
  findHeld(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Complete snapshots that hold an object, each once, by their ids, at most `limit`. */
  listHolding(repositoryId: RepositoryId, oid: Oid, limit: number): Promise<readonly Snapshot[]>;
  /** Snapshots on their way of which nothing was heard since before the instant, of all repositories, at most `limit`. */
  listAbandoned(before: Instant, limit: number): Promise<readonly SnapshotId[]>;
}

export interface SnapshotRecords extends SnapshotQueries {
  /** False, and nothing written, when the repository has a snapshot of that name or that id, complete or not. */
  begin(capture: SnapshotCapture): Promise<boolean>;
  /** Adds files to one that is on its way and has so many; false, and nothing written, when it has not, or not any more. */
  append(
    snapshotId: SnapshotId,
    captured: number,
    slice: { readonly files: readonly SnapshotFile[]; readonly missingObjects: number; readonly at: Instant },
  ): Promise<boolean>;
  /** From now on it is seen, and stays as it is. */
  complete(snapshotId: SnapshotId): Promise<void>;
  /** Gives one up of which nothing was heard since before the instant; false when something was, or when it is complete. */
  giveUp(snapshotId: SnapshotId, before: Instant): Promise<boolean>;
  /** Removes files of one that was given up, at most `limit`; answers how many. */
  removeFiles(snapshotId: SnapshotId, limit: number): Promise<number>;
  /** Removes one that was given up. */
  remove(snapshotId: SnapshotId): Promise<void>;
}
