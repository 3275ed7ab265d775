import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import { beyondSchedule, HOUR_MS, type Instant } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';

const name = 'backup';

/** Longer than a database stands still while its snapshot is taken. So long after a back-up has died, or is done, nothing is removed. */
const durationMs = HOUR_MS;

/**
 * Holds off, for an hour from now on, everything that asks `mayRemove`; any number of back-ups may do so. Answers whether it was held off up to now: after a
 * gap something may be gone that an earlier snapshot of the database knows of.
 */
export const holdOffRemovals = ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ leases }): Promise<Result<boolean, never>> => {
    const now = clock.now();
    return ok(await leases.claimShared(name, now, now + durationMs, beyondSchedule(now, durationMs)));
  });

/**
 * Whether bytes may be removed that a snapshot of the database may know of. A back-up holds removals off, takes its snapshot, and copies blobs for hours after
 * that. So it is asked in the transaction that decides, and writes down, that something is removed: either that is in the snapshot, or the answer is no.
 */
export const mayRemove = ({ leases }: Pick<Records, 'leases'>, now: Instant): Promise<boolean> =>
  leases.holdFree(name, now, beyondSchedule(now, durationMs));
