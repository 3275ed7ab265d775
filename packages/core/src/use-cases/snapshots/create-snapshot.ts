import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { totals } from '../../formats/path-tree/index.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
  unavailable,
} from '../../model/app-error.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { Snapshot, SnapshotCapture } from '../../model/snapshots/snapshot.js';
import { isId, type RepositoryId, type SnapshotId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { IdempotencyScope } from '../../ports/records/idempotency-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { findRevision } from '../../steps/git-history/find-revision.js';
import type { IndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistory } from '../../steps/git-history/open-history.js';
import { captureFiles, type CapturePorts } from './capture-files.js';

export interface CreateSnapshot {
  readonly name: string;
  /** A branch, a tag, or the beginning of the id of a commit; undefined for the default branch. */
  readonly ref: string | undefined;
  readonly note: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface CreatedSnapshot {
  readonly snapshot: Snapshot;
  /** True when an earlier request with the same key had begun it. */
  readonly replayed: boolean;
}

/** How soon a client asks again while the sweeper removes what was given up. */
const askAgainAfterSeconds = 5;

type Problem = BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded;
type Push = RepositoryGrant<'repository.push'>;
type CreatePorts = CapturePorts & Pick<Ports, 'random' | 'settings'>;
type Commit = Pick<Snapshot, 'commit' | 'ref' | 'files' | 'sizeBytes'>;

const scopeOf = (grant: Push, key: string): IdempotencyScope => ({
  userId: grant.caller.userId,
  operation: 'snapshots.create',
  repositoryId: grant.repository.repositoryId,
  key,
});

const nothing = { files: 0, sizeBytes: 0 };

const findCommit = async (
  { gitIndex }: Pick<Queries, 'gitIndex'>,
  repositoryId: RepositoryId,
  ref: string | undefined,
  caches: IndexCaches,
): Promise<Result<Commit, BadRequest | NotFound | Conflict>> => {
  const history = await openHistory(gitIndex, repositoryId, caches);
  if (history.isErr()) return err(conflict('not_indexed'));
  const revision = await findRevision(history.value, ref);
  if (revision.isErr()) return err(revision.error);
  const { commit } = revision.value;
  const { files, sizeBytes } = (await totals(history.value.load, commit.root, '')) ?? nothing;
  return ok({ commit: commit.id, ref: revision.value.ref, files, sizeBytes });
};

interface Begun {
  readonly capture: SnapshotCapture;
  readonly replayed: boolean;
}

const exceeds = async (
  records: Records,
  ports: CreatePorts,
  repositoryId: RepositoryId,
  files: number,
): Promise<QuotaExceeded | undefined> => {
  const limits = limitsOf(ports.settings);
  const there = await records.snapshots.totals(repositoryId);
  return (
    exceedsCount('max_snapshots', limits.snapshotsPerRepository, there.snapshots) ??
    exceedsCount('max_snapshot_files', limits.snapshotFilesPerRepository, there.files, files)
  );
};

/** Begins a capture, or finds the one that the same key has begun; one that was given up since is begun again under its id. */
const begin = (
  ports: CreatePorts,
  grant: Push,
  { name, ref, note, idempotencyKey }: CreateSnapshot,
  found: Result<Commit, BadRequest | NotFound | Conflict>,
): ResultAsync<Begun, Problem | Unavailable> =>
  withLockedRepository(ports, grant, async (records, { caller, repository }): Promise<Result<Begun, Problem | Unavailable>> => {
    const { repositoryId } = repository;
    const now = ports.clock.now();
    // With the organization held, rivals with one key and rivals for the last snapshot come one after the other.
    const scope = idempotencyKey === undefined ? undefined : scopeOf(grant, idempotencyKey);
    const fingerprint = JSON.stringify([name, ref ?? null, note ?? null]);
    const earlier = scope && (await records.idempotency.find(scope));
    if (earlier !== undefined && earlier.requestFingerprint !== fingerprint) return err(conflict('idempotency_key_reused'));
    const earlierId = earlier !== undefined && isId<SnapshotId>(earlier.outcomeId) ? earlier.outcomeId : undefined;
    const known = earlierId && (await records.snapshots.find(repositoryId, earlierId));
    if (known !== undefined) return ok({ capture: known, replayed: true });
    // What is hidden and can still be given up was given up: until it is removed it has its name and its place among the snapshots.
    if (earlierId !== undefined && (await records.snapshots.giveUp(earlierId, now))) {
      return err(unavailable('storage', askAgainAfterSeconds));
    }
    if (found.isErr()) return err(found.error);
    const exceeded = await exceeds(records, ports, repositoryId, found.value.files);
    if (exceeded !== undefined) return err(exceeded);
    const capture: SnapshotCapture = {
      id: earlierId ?? trusted<SnapshotId>(ports.random.uuid()),
      repositoryId,
      name,
      note,
      ...found.value,
      missingObjects: 0,
      createdBy: caller.userId,
      createdAt: now,
      captured: 0,
      isComplete: false,
      activeAt: now,
    };
    if (!(await records.snapshots.begin(capture))) return err(conflict('duplicate_name'));
    if (scope !== undefined && earlier === undefined) {
      await records.idempotency.add(scope, { requestFingerprint: fingerprint, outcomeId: capture.id }, now);
    }
    return ok({ capture, replayed: false });
  });

export const createSnapshot =
  (ports: CreatePorts) =>
  (grant: Push, command: CreateSnapshot): ResultAsync<CreatedSnapshot, Problem | Unavailable> =>
    safeTry(async function* () {
      const { repositoryId } = grant.repository;
      // Before anything is held: the first look at a history reads all of its graph.
      const found = yield* await ports.unitOfWork.read((queries) =>
        findCommit(queries, repositoryId, command.ref, ports.indexCaches),
      );
      const { capture, replayed } = yield* await begin(ports, grant, command, found);
      const snapshot = yield* await captureFiles(ports, grant, capture);
      return ok({ snapshot, replayed });
    });
