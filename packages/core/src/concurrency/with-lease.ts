import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import { beyondSchedule, type Instant } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import type { ClaimedLease } from '../ports/records/lease-records.js';
import { createLease, type Lease } from './lease.js';

export interface LeaseTerms {
  /** The job's. */
  readonly name: string;
  /** After so long without a word from its holder, which may have died, somebody else may begin. */
  readonly durationMs: number;
  /** After a run that went well nobody begins for so long; 0 when absent. */
  readonly restMs?: number;
}

/** Holds the lease for as long as it only rests; no run has this name. */
const rest = 'rest';

/**
 * Runs a job of which one may run at a time, whatever the number of processes. `work` calls `renewLease` before each of its slices and ends early, with what it
 * has, once that answers false: then another holder is at it. Undefined when somebody else was at it from the beginning, or the job rests.
 *
 * A lease spares double work; it does not make double work harmless, for a process may stop for a while between asking and writing. So a job writes
 * only what is right beside another run of itself. Each run is a holder of its own, so two of one process exclude each other, too.
 */
export const withLease =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  <T, E>(
    { name, durationMs, restMs = 0 }: LeaseTerms,
    work: (renewLease: Lease) => Promise<Result<T, E>> | ResultAsync<T, E>,
  ): ResultAsync<T | undefined, E | Unavailable> => {
    const holder = ports.random.uuid();
    const claim = (now: Instant, until: Instant): ResultAsync<ClaimedLease | undefined, Unavailable> =>
      ports.unitOfWork.transact(async ({ leases }): Promise<Result<ClaimedLease | undefined, never>> =>
        ok(await leases.claim(name, holder, now, until, beyondSchedule(now, Math.max(durationMs, restMs)))),
      );
    const release = (isDone: boolean): ResultAsync<void, Unavailable> =>
      ports.unitOfWork.transact(async ({ leases }): Promise<Result<void, never>> => {
        const now = ports.clock.now();
        const held = isDone && restMs > 0 ? await leases.claim(name, holder, now, now + durationMs) : undefined;
        await leases.release(name, holder);
        if (held !== undefined) await leases.claim(name, rest, now, now + restMs);
        return ok(undefined);
      });

    const run = async (): Promise<Result<T | undefined, E | Unavailable>> => {
      const claimedAt = ports.clock.now();
      const claimed = await claim(claimedAt, claimedAt + durationMs);
      if (claimed.isErr()) return err(claimed.error);
      if (claimed.value === undefined) return ok(undefined);
      const { fence } = claimed.value;
      // With another fence it is a new lease: somebody else has had it in between.
      const renew = (now: Instant, until: Instant) => claim(now, until).map((lease) => lease?.fence === fence);
      let isDone = false;
      try {
        const outcome = await work(createLease(ports.clock, durationMs, claimedAt, renew));
        isDone = outcome.isOk();
        return outcome;
      } finally {
        // A lease that cannot be released ends by itself.
        (await release(isDone)).unwrapOr(undefined);
      }
    };
    return new ResultAsync(run());
  };
