import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import type { Snapshot, SnapshotFile } from '../../model/snapshots/snapshot.js';
import type { Oid, Page, PageRequest, SnapshotId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type CreatedSnapshot, type CreateSnapshot, createSnapshot } from './create-snapshot.js';

/** A snapshot with a page of its files. */
export interface ShownSnapshot {
  readonly snapshot: Snapshot;
  readonly files: Page<SnapshotFile>;
  /** Those of the objects of these files that the repository has. */
  readonly stored: ReadonlySet<Oid>;
}

type Pull = RepositoryGrant<'repository.pull'>;

/** Files of commits under names, for ever (spec 4.9). */
export interface Snapshots {
  /** Lists those that are complete, the newest first. */
  readonly list: (grant: Pull, page: PageRequest) => ResultAsync<Page<Snapshot>, Unavailable>;

  /** Finds one with a page of its files, in the order of the tree that they were captured from. */
  readonly get: (
    grant: Pull,
    command: { readonly snapshotId: SnapshotId; readonly page: PageRequest },
  ) => ResultAsync<ShownSnapshot, NotFound | BadRequest | Unavailable>;

  /**
   * Captures the files of a commit; resolves when all are there. Told to webhooks then. The same Idempotency-Key finds the same snapshot, and takes up one
   * that was not captured to its end; `unavailable` while one that was given up is being removed. `conflict` with `not_indexed`, `duplicate_name` or `idempotency_key_reused`; `quota_exceeded` with `max_snapshots` or
   * `max_snapshot_files`.
   */
  readonly create: (
    grant: RepositoryGrant<'repository.push'>,
    command: CreateSnapshot,
  ) => ResultAsync<CreatedSnapshot, BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;
}

const listSnapshots =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  ({ repository }: Pull, page: PageRequest): ResultAsync<Page<Snapshot>, Unavailable> =>
    unitOfWork.read(({ snapshots }) => snapshots.list(repository.repositoryId, page));

/** How many files the pages before have shown. */
const skippedBy = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? 0 : /^\d{1,10}$/.test(cursor) ? Number(cursor) : undefined;

const getSnapshot =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  (
    { repository: { repositoryId } }: Pull,
    { snapshotId, page: { limit, cursor } }: { readonly snapshotId: SnapshotId; readonly page: PageRequest },
  ): ResultAsync<ShownSnapshot, NotFound | BadRequest | Unavailable> =>
    unitOfWork
      .read(async ({ snapshots, objects }) => {
        const snapshot = await snapshots.find(repositoryId, snapshotId);
        if (snapshot?.isComplete !== true) return err(notFound);
        const skip = skippedBy(cursor);
        if (skip === undefined) return err(badRequest('cursor', 'malformed'));
        const items = await snapshots.listFiles(snapshotId, skip, limit);
        const end = skip + items.length;
        const sizes = await objects.findSizes(repositoryId, [...new Set(items.flatMap(({ oid }) => oid ?? []))]);
        const files = { items, nextCursor: end < snapshot.files ? String(end) : undefined };
        return ok({ snapshot, files, stored: new Set(sizes.keys()) });
      })
      .andThen((shown) => shown);

export const createSnapshots = (ports: Ports & WithIndexCaches): Snapshots => ({
  list: listSnapshots(ports),
  get: getSnapshot(ports),
  create: createSnapshot(ports),
});
