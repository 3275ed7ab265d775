import { HOUR_MS, type Instant } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';
import { demandWanted } from './fair-queue.js';
import { sleep } from './sleep.js';

/**
 * What each lane may spend in an hour, with the whole of an hour at once: a bucket that fills again all the time. Spending is never refused and may go below
 * nothing; who asks first holds back while nothing is left. It is of this process and begins full.
 */
export interface HourlyBudget<Lane extends string> {
  spend(lane: Lane, amount: number): void;
  /** What was spent for nothing. */
  refund(lane: Lane, amount: number): void;
  isSpent(lane: Lane): boolean;
  /** Those of which nothing is left. */
  spentLanes(): readonly Lane[];
  /** Resolves when something is left; at once where the clock cannot wait. Throws `Abandoned` when the signal comes before. */
  refilled(lane: Lane, signal?: AbortSignal): Promise<void>;
}

interface Bucket {
  left: number;
  at: Instant;
}

/** When so many are known those that are full again are forgotten. */
const maxIdleBuckets = 1000;

export const createHourlyBudget = <Lane extends string>(clock: Clock, amountPerHour: number): HourlyBudget<Lane> => {
  const buckets = new Map<Lane, Bucket>();

  const filled = (bucket: Bucket, now: Instant): number => {
    // Where the clock was set back it fills from now on.
    bucket.at = Math.min(bucket.at, now);
    return Math.min(amountPerHour, bucket.left + ((now - bucket.at) * amountPerHour) / HOUR_MS);
  };
  const leftOf = (lane: Lane, now: Instant): number => {
    const bucket = buckets.get(lane);
    return bucket === undefined ? amountPerHour : filled(bucket, now);
  };
  const forgetFull = (now: Instant): void => {
    for (const [lane, bucket] of buckets) if (filled(bucket, now) >= amountPerHour) buckets.delete(lane);
  };

  const spend = (lane: Lane, amount: number): void => {
    const now = clock.now();
    const left = leftOf(lane, now) - amount;
    const bucket = buckets.get(lane);
    if (bucket !== undefined) {
      bucket.left = left;
      bucket.at = now;
      return;
    }
    if (buckets.size >= maxIdleBuckets) forgetFull(now);
    buckets.set(lane, { left, at: now });
  };

  return {
    spend,
    refund: (lane, amount) => spend(lane, -amount),
    isSpent: (lane) => leftOf(lane, clock.now()) <= 0,
    spentLanes: () => {
      const now = clock.now();
      return [...buckets].flatMap(([lane, bucket]) => (filled(bucket, now) <= 0 ? [lane] : []));
    },
    refilled: async (lane, signal) => {
      demandWanted(signal);
      for (let left = leftOf(lane, clock.now()); left <= 0; left = leftOf(lane, clock.now())) {
        if (clock.after === undefined) return;
        await sleep(clock, Math.ceil((-left * HOUR_MS) / amountPerHour) + 1, signal);
        demandWanted(signal);
      }
    },
  };
};
