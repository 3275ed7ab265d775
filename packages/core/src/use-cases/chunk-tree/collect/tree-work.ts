import { err, ok, type Result } from 'neverthrow';
import type { Lease } from '../../../concurrency/lease.js';
import type { Pace } from '../../../concurrency/pace.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Repository } from '../../../model/repository.js';
import type { Instant } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import type { TreeOwner } from '../files/tree-charge.js';
import type { CollectPace } from './slowed-blob-store.js';

/** Somebody else has the claim by now, or the repository is gone. */
export class TreeWorkLost extends Error {
  override readonly name = 'TreeWorkLost';
}

/** Who is told to stop waits for nothing more, and reads and removes nothing more: its work is lost. */
export const untilStopped = ({ requests, bytes }: CollectPace, signal: AbortSignal | undefined): CollectPace => {
  const stoppable =
    (pace: Pace): Pace =>
    async (amount) => {
      await pace(amount, signal);
      if (signal?.aborted === true) throw new TreeWorkLost('the run is over');
    };
  return { requests: stoppable(requests), bytes: stoppable(bytes) };
};

/** What the service itself does to one repository's chunk tree, in one process at a time. */
export interface TreeWork {
  readonly ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec' | 'settings'>;
  readonly owner: TreeOwner;
  readonly pace: CollectPace;
  readonly renewLease: Lease;
  /** Moves the end of the claim on, as a step of a transaction. False, and nothing written, when it is lost. */
  readonly keepClaim: (records: Records, at: Instant) => Promise<boolean>;
}

/** Goes on with the work, or throws `TreeWorkLost`. */
export const demandClaim = async ({ renewLease }: Pick<TreeWork, 'renewLease'>): Promise<void> => {
  const isHeld = await renewLease();
  if (isHeld.isErr()) throw new TreeUnavailable(isHeld.error);
  if (!isHeld.value) throw new TreeWorkLost('somebody else has the claim');
};

/**
 * Runs a step of the work in a transaction that holds the organization. It writes nothing when somebody else has the claim, in whatever process, and however long
 * this one has stood still; nor when the step fails.
 */
export const attemptWhileClaimed = async <T, E extends string>(
  { ports, owner, keepClaim }: Pick<TreeWork, 'ports' | 'owner' | 'keepClaim'>,
  work: (records: Records, at: Instant, repository: Repository) => Promise<Result<T, E>>,
): Promise<Result<T, E>> => {
  const outcome = await ports.unitOfWork.transact(async (records): Promise<Result<T, E | 'lost'>> => {
    const repository = await lockOrganizationOf(records, owner);
    if (repository.isErr()) return err('lost');
    const at = ports.clock.now();
    if (!(await keepClaim(records, at))) return err('lost');
    return work(records, at, repository.value);
  });
  if (outcome.isOk()) return ok(outcome.value);
  if (outcome.error === 'lost') throw new TreeWorkLost('somebody else has the claim, or the repository is gone');
  if (typeof outcome.error === 'object') throw new TreeUnavailable(outcome.error);
  return err(outcome.error);
};

/** The same for a step that does not fail. */
export const writeWhileClaimed = async (
  work: Pick<TreeWork, 'ports' | 'owner' | 'keepClaim'>,
  write: (records: Records, at: Instant) => Promise<void>,
): Promise<void> => {
  const written = await attemptWhileClaimed(work, async (records, at): Promise<Result<void, never>> => {
    await write(records, at);
    return ok();
  });
  return written.unwrapOr(undefined);
};
