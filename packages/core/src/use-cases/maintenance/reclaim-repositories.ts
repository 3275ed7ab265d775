import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import { createPace, type Pace } from '../../concurrency/pace.js';
import { withLease } from '../../concurrency/with-lease.js';
import { invariant, type Unavailable, unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { DeletedRepository } from '../../model/deleted-repository.js';
import type { ReclaimedRepositories } from '../../model/maintenance.js';
import {
  connectionOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  namespaceOf,
  type ObjectKey,
  type RepositoryId,
  type StorageConnectionId,
  trusted,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { mayRemove } from '../../steps/backup-lease.js';
import { abandonUnreachable, noteRefusal, type RefusalPorts } from './note-refusal.js';
import { removeRemains } from './remove-remains.js';

type ReclaimPorts = RefusalPorts & Pick<Ports, 'blobs'>;

/** What one run removes with, and what it has found. */
interface Run {
  readonly ports: ReclaimPorts;
  readonly renewLease: Lease;
  readonly pace: Pace;
  /** Buckets that have failed in this run: what else lies there waits for the next. */
  readonly failing: Set<StorageConnectionId>;
  readonly abandoned: RepositoryId[];
}

/** A pipeline may make and delete one for each of its runs. */
const repositoriesPerRun = 200;
/** How soon one is looked at again when the service's own storage did not answer. */
const retryAfterMs = HOUR_MS;
/** Once more after its bytes were removed, for what a request brought that had been under way for all that time. */
const lookAgainAfterMs = DAY_MS;

const folders = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** So many blobs are removed by one call. */
const fewBlobs = 1000;

const hasFew = async (blobs: Ports['blobs'], prefix: ObjectKey): Promise<boolean> => {
  let count = 0;
  for await (const _ of blobs.list(prefix)) {
    count += 1;
    if (count > fewBlobs) return false;
  }
  return true;
};

/**
 * What is removed by one call each: all that there is where that is little, else the largest part in 256 pieces, and the rest at the end. Whatever the list of
 * deleted repositories says, the namespace is that of this very one, and no other begins with it: ids have one length.
 */
const prefixesOf = (
  { blobs }: Pick<Ports, 'blobs'>,
  { repositoryId, namespace }: DeletedRepository,
): ResultAsync<readonly ObjectKey[], Unavailable> => {
  invariant(namespace === namespaceOf(repositoryId, connectionOf(namespace)), 'a namespace is that of its repository');
  const all = trusted<ObjectKey>(namespace);
  const pieces = [...folders.map((folder) => `${namespace}/objects/${folder}`), `${namespace}/cas`];
  // Listing answers no Result: a store that does not answer throws.
  return ResultAsync.fromPromise(hasFew(blobs, all), (thrown) => thrownOutage(thrown) ?? unavailable('storage')).map((isFew) =>
    isFew ? [all] : [...pieces.map((prefix) => trusted<ObjectKey>(prefix)), all],
  );
};

const change = <T>(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  work: (records: Records) => Promise<T>,
): ResultAsync<T, Unavailable> => unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));

/** False when the lease was lost in between: what is left is for the next run. */
const removeAll = ({ ports, renewLease, pace }: Run, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const prefixes = yield* await prefixesOf(ports, deleted);
    for (const prefix of prefixes) {
      await pace(1);
      const held = yield* await renewLease();
      if (!held) return ok(false);
      yield* await ports.blobs.deletePrefix(prefix);
    }
    return ok(true);
  });

/** Nothing of it can be left: forgets it, and the login of its bucket when that was the last one there. */
const forget = async ({ repositories, connections }: Records, deleted: DeletedRepository): Promise<void> => {
  await repositories.removeDeleted(deleted);
  const connectionId = connectionOf(deleted.namespace);
  if (connectionId !== undefined) await connections.forgetRetired(connectionId);
};

/** Removes what lies in storage, counts it no more, and looks once more a day later. */
const reclaim = (run: Run, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const { ports } = run;
    // A snapshot of the database that is taken from here on knows that the repository is deleted.
    const isFree = yield* await change(ports, (records) => mayRemove(records, ports.clock.now()));
    if (!isFree) return ok(false);
    const isRemoved = yield* await removeAll(run, deleted);
    if (!isRemoved) return ok(false);
    const dueAt = ports.clock.now() + lookAgainAfterMs;
    return change(ports, async (records) => {
      const { bytes, organizationId, storageMode } = deleted;
      if (bytes === 0) {
        await forget(records, deleted);
        return false;
      }
      const isMine = await records.repositories.updateDeleted(deleted, { bytes: 0, dueAt, failingSince: undefined });
      if (isMine && storageMode === 'managed') await records.usage.countReclaimable(organizationId, -bytes);
      return isMine;
    });
  });

/** One in a customer's bucket. A bucket that fails holds up nothing but what lies in it. */
const reclaimInBucket = (
  run: Run,
  deleted: DeletedRepository,
  connectionId: StorageConnectionId,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const { ports, failing, abandoned } = run;
    if (failing.has(connectionId)) return ok(false);
    const connection = yield* await ports.unitOfWork.read(({ connections }) => connections.findForRouting(connectionId));
    if (connection === undefined) {
      const isMine = yield* await abandonUnreachable(ports, deleted);
      if (isMine) abandoned.push(deleted.repositoryId);
      return ok(false);
    }
    const reclaimed = await reclaim(run, deleted);
    if (reclaimed.isOk() || reclaimed.error.part === 'database') return reclaimed;
    failing.add(connectionId);
    abandoned.push(...(yield* await noteRefusal(ports, connectionId)));
    return ok(false);
  });

const visit = (run: Run, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  run.ports.unitOfWork
    .read(({ repositories }) => repositories.find(deleted.repositoryId))
    .andThen((present): ResultAsync<boolean, Unavailable> => {
      // Nothing that is there is ever removed, whatever the list says.
      if (present !== undefined) return change(run.ports, (records) => forget(records, deleted)).map(() => false);
      const connectionId = connectionOf(deleted.namespace);
      return connectionId === undefined ? reclaim(run, deleted) : reclaimInBucket(run, deleted, connectionId);
    });

const reclaimAll = (ports: ReclaimPorts, renewLease: Lease, pace: Pace): ResultAsync<ReclaimedRepositories, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    const due = yield* await ports.unitOfWork.read(({ repositories }) => repositories.listDeleted(now, repositoriesPerRun));
    const run: Run = { ports, renewLease, pace, failing: new Set(), abandoned: [] };
    const putOff = (deleted: DeletedRepository): ResultAsync<void, Unavailable> =>
      change(ports, async ({ repositories }) => {
        await repositories.updateDeleted(deleted, { ...deleted, dueAt: now + retryAfterMs });
      });
    const counted = await forEachWhileLeased(renewLease, due, (deleted) => visit(run, deleted), putOff);
    // What was given up is told once, and what does not answer is met again by the next run.
    if (counted.isErr() && run.abandoned.length === 0) return err(counted.error);
    return ok({ repositories: counted.unwrapOr(0), failing: [...run.failing], abandoned: run.abandoned });
  });

/** Longer than removing one of the pieces takes; and when it is not, they are removed twice. */
const lease = { name: 'reclaim-repositories', durationMs: 30 * MINUTE_MS };

/** What is left in the records goes through the ports that give way to requests. */
export const reclaimRepositories = (
  ports: ReclaimPorts,
  givingWay: Pick<Ports, 'unitOfWork'>,
): (() => ResultAsync<ReclaimedRepositories | undefined, Unavailable>) => {
  const pace = createPace(ports.clock, ports.settings.gcRequestsPerSecond);
  return () =>
    withLease(ports)(lease, (renewLease) => removeRemains(givingWay).andThen(() => reclaimAll(ports, renewLease, pace)));
};
