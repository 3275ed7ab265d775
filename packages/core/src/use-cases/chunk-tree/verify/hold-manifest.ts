import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { NotFound, QuotaExceeded, Unavailable } from '../../../model/app-error.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Instant, TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { touchFile } from '../collect/touch-file.js';
import { chargeSender } from '../files/admit-sender.js';
import { keepSenderLease, sendersAtWork } from '../files/sender-lease.js';
import type { TreeOwner } from '../files/tree-charge.js';

export interface ManifestHold {
  /** From then on nobody deletes the file for a day. */
  readonly since: Instant;
  /** Asked when its bytes end, before the store publishes them: whether they are paid for. What a process that stood still has lost is charged again. */
  mayEnd(): Promise<boolean>;
  /** Settles nothing: the transaction that registers the object does, or the sweeper. */
  end(): void;
}

/** Says that a frozen manifest is about to be written, before it is, and has its bytes charged. */
export type HoldManifest = (path: TreePath, sizeBytes: number) => Promise<Result<ManifestHold, NotFound | QuotaExceeded>>;

/**
 * A file of this name that is there already, of an object that was deleted, might be condemned, and deleted before the object is registered. One that is not in the
 * books gets there as a file that is being received, so that what a refused registration leaves was paid for, and is collected.
 */
const admit = (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  sizeBytes: number,
  at: Instant,
): ResultAsync<void, NotFound | QuotaExceeded | Unavailable> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, owner);
    const present = await records.tree.findFile(owner.repositoryId, path);
    if (present?.state === 'stored') return touchFile(records, owner, path, at);
    const demand = { sizeBytes, maxFiles: undefined, at };
    return chargeSender(records, owner, path, present, sendersAtWork(present, at), demand);
  });

export const createHoldManifest =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>, owner: TreeOwner): HoldManifest =>
  async (path, sizeBytes) => {
    const admitAt = (at: Instant) => ports.unitOfWork.transact((records) => admit(records, owner, path, sizeBytes, at));
    const since = ports.clock.now();
    const admitted = await admitAt(since);
    if (admitted.isErr()) {
      if (admitted.error.kind === 'unavailable') throw new TreeUnavailable(admitted.error);
      return err(admitted.error);
    }
    const lease = keepSenderLease(ports, owner.repositoryId, path, since);
    const mayEnd = async () => !lease.isLost() || (await admitAt(ports.clock.now())).isOk();
    return ok({ since, mayEnd, end: () => lease.end() });
  };
