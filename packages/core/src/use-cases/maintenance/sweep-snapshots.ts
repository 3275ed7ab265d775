import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import type { Unavailable } from '../../model/app-error.js';
import { abandonedCaptureMs } from '../../model/snapshots/snapshot.js';
import type { Instant, SnapshotId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';

/** How many captures one run removes, and how many files one transaction, so that neither holds anything for long. */
const capturesPerRun = 20;
const filesPerTransaction = 2000;

const transact = <T>(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  work: (records: Records) => Promise<T>,
): ResultAsync<T, Unavailable> => unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));

/** Gives the capture up, so that nobody goes on with it, and removes its files slice by slice; the name is free at the end. */
const removeCapture = (
  ports: Pick<Ports, 'unitOfWork'>,
  snapshotId: SnapshotId,
  before: Instant,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const isGivenUp = yield* await transact(ports, ({ snapshots }) => snapshots.giveUp(snapshotId, before));
    if (!isGivenUp) return ok(false);
    for (let removed = filesPerTransaction; removed === filesPerTransaction;) {
      removed = yield* await transact(ports, ({ snapshots }) => snapshots.removeFiles(snapshotId, filesPerTransaction));
    }
    return transact(ports, async ({ snapshots }) => {
      await snapshots.remove(snapshotId);
      return true;
    });
  });

/** Removes what was captured of snapshots that nobody has brought to their end; answers how many. */
export const sweepSnapshots = (
  ports: Pick<Ports, 'unitOfWork'>,
  renewLease: Lease,
  now: Instant,
): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const before = now - abandonedCaptureMs;
    const abandoned = yield* await ports.unitOfWork.read(({ snapshots }) => snapshots.listAbandoned(before, capturesPerRun));
    return forEachWhileLeased(
      renewLease,
      abandoned,
      (snapshotId) => removeCapture(ports, snapshotId, before),
      () => okAsync(undefined),
    );
  });
