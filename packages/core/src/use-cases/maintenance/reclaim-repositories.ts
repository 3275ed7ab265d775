import { ok, okAsync, type Result, ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import { type Unavailable, unavailable } from '../../model/app-error.js';
import type { DeletedRepository } from '../../model/deleted-repository.js';
import { connectionOf, DAY_MS, HOUR_MS, MINUTE_MS, type ObjectKey, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { mayRemove } from '../../steps/backup-lease.js';

type ReclaimPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'>;

const repositoriesPerRun = 20;
/** How soon one is looked at again whose storage did not answer. */
const retryAfterMs = HOUR_MS;
/** Once more after its bytes were removed, for what a request brought that had been under way for all that time; and again where bytes stay. */
const lookAgainAfterMs = DAY_MS;

const folders = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** What is removed by one call each, the largest part in 256 pieces, and all the rest at the end. */
const prefixesOf = ({ namespace }: DeletedRepository): readonly ObjectKey[] =>
  [...folders.map((folder) => `${namespace}/objects/${folder}`), `${namespace}/cas`, namespace].map((prefix) =>
    trusted<ObjectKey>(prefix),
  );

const change = <T>({ unitOfWork }: ReclaimPorts, work: (records: Records) => Promise<T>): ResultAsync<T, Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));

/** False when the lease was lost in between: what is left is for the next run. */
const removeAll = (ports: ReclaimPorts, renewLease: Lease, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    for (const prefix of prefixesOf(deleted)) {
      const held = yield* await renewLease();
      if (!held) return ok(false);
      yield* await ports.blobs.deletePrefix(prefix);
    }
    return ok(true);
  });

/** Removes what lies in the service's own storage, counts it no more, and looks once more a day later. */
const reclaim = (ports: ReclaimPorts, renewLease: Lease, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    // A snapshot of the database that is taken from here on knows that the repository is deleted.
    const isFree = yield* await change(ports, (records) => mayRemove(records, ports.clock.now()));
    if (!isFree) return ok(false);
    const isRemoved = yield* await removeAll(ports, renewLease, deleted);
    if (!isRemoved) return ok(false);
    const dueAt = ports.clock.now() + lookAgainAfterMs;
    return change(ports, async ({ repositories, usage }) => {
      const { bytes, organizationId } = deleted;
      if (bytes === 0) {
        await repositories.removeDeleted(deleted);
        return false;
      }
      const isMine = await repositories.updateDeleted(deleted, { bytes: 0, dueAt });
      if (isMine) await usage.countReclaimable(organizationId, -bytes);
      return isMine;
    });
  });

/** Whether anything of the repository lies in the bucket; a bucket that cannot be reached at all any more holds nothing that the service knows of. */
const isInBucket = ({ unitOfWork, blobs }: ReclaimPorts, { namespace }: DeletedRepository): ResultAsync<boolean, Unavailable> => {
  const connectionId = connectionOf(namespace);
  if (connectionId === undefined) return okAsync(false);
  return unitOfWork
    .read(({ connections }) => connections.findForRouting(connectionId))
    .andThen((found): ResultAsync<boolean, Unavailable> => {
      if (found === undefined) return okAsync(false);
      // Listing answers no Result: a bucket that does not answer throws.
      return ResultAsync.fromPromise(holdsAny(blobs, namespace), () => unavailable('storage'));
    });
};

const holdsAny = async (blobs: Ports['blobs'], namespace: DeletedRepository['namespace']): Promise<boolean> => {
  const entries = blobs.list(trusted<ObjectKey>(namespace))[Symbol.asyncIterator]();
  const { done } = await entries.next();
  await entries.return?.();
  return done !== true;
};

/** What lies in a customer's bucket is the customer's to remove; it is told for as long as it is there. */
const lookInto = (ports: ReclaimPorts, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const isThere = yield* await isInBucket(ports, deleted);
    const dueAt = ports.clock.now() + lookAgainAfterMs;
    return change(ports, async ({ repositories }) => {
      if (isThere) await repositories.updateDeleted(deleted, { bytes: deleted.bytes, dueAt });
      else await repositories.removeDeleted(deleted);
      return false;
    });
  });

const visit = (ports: ReclaimPorts, renewLease: Lease, deleted: DeletedRepository): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork
    .read(({ repositories }) => repositories.find(deleted.repositoryId))
    .andThen((present) => {
      // Nothing that is there is ever removed, whatever the list says.
      if (present !== undefined) return change(ports, ({ repositories }) => repositories.removeDeleted(deleted)).map(() => false);
      return deleted.storageMode === 'byos' ? lookInto(ports, deleted) : reclaim(ports, renewLease, deleted);
    });

const reclaimAll = (ports: ReclaimPorts, renewLease: Lease): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    const due = yield* await ports.unitOfWork.read(({ repositories }) => repositories.listDeleted(now, repositoriesPerRun));
    const putOff = (deleted: DeletedRepository): ResultAsync<void, Unavailable> =>
      change(ports, async ({ repositories }) => {
        await repositories.updateDeleted(deleted, { bytes: deleted.bytes, dueAt: now + retryAfterMs });
      });
    return forEachWhileLeased(renewLease, due, (deleted) => visit(ports, renewLease, deleted), putOff);
  });

/** Longer than removing one of the pieces takes; and when it is not, they are removed twice. */
const lease = { name: 'reclaim-repositories', durationMs: 30 * MINUTE_MS };

export const reclaimRepositories = (ports: ReclaimPorts) => (): ResultAsync<number | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) => reclaimAll(ports, renewLease));
