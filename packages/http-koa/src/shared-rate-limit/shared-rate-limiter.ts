import type { Caller } from '@svc/core';
import type { RateLimited } from '@svc/core/model';
import { callerKey, createRateLimiter, monotonicMs, type RateLimit, type RateLimiter, refusal } from '../koa/rate-limit.js';
import { tell } from '../koa/tell.js';
import { createWindowCounter, type SharedStore, windowOf } from './window-counter.js';

export interface SharedRateLimiterOptions {
  readonly limit: RateLimit;
  readonly store: SharedStore;
  /** Called when the store stops counting, and not again until it has counted once more. What it throws ends nothing: the process warns of it. */
  readonly onStoreFault?: ((fault: unknown) => void) | undefined;
  /** A store that has not answered after so long counts as down. 250 ms when absent. */
  readonly timeoutMs?: number | undefined;
  /** A store that is down is not asked again for so long. 1,000 ms when absent. */
  readonly restMs?: number | undefined;
  /** Milliseconds of a clock that never goes back; the machine's own when absent. */
  readonly monotonicNow?: (() => number) | undefined;
}

/** Rejects when the work has no outcome in time; then nobody waits for that any more. */
const within = <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * One limit for all processes over one store. It counts in fixed windows, not in token buckets: in the long run the same number of requests passes, a
 * burst too; but around the end of a window two bursts may pass, and who has used a window up early waits for its end.
 *
 * A store that is down limits nobody less than each process by itself does: then the process's own buckets count, and no request fails. Requests
 * without a valid credential are counted by the process alone, so that nobody who is unknown makes it write.
 */
export const createSharedRateLimiter = (options: SharedRateLimiterOptions): RateLimiter => {
  const { limit, store, onStoreFault, timeoutMs = 250, restMs = 1000, monotonicNow = monotonicMs } = options;
  const local = createRateLimiter(limit, monotonicNow);
  const counter = createWindowCounter(store, windowOf(limit));
  let restsUntil = Number.NEGATIVE_INFINITY;
  let isDown = false;

  const count = async (caller: Caller): Promise<RateLimited | undefined> => {
    try {
      const waitMs = await within(counter.count(callerKey(caller)), timeoutMs);
      isDown = false;
      return refusal(waitMs);
    } catch (fault) {
      restsUntil = monotonicNow() + restMs;
      if (!isDown && onStoreFault !== undefined) tell('onStoreFault', onStoreFault, fault);
      isDown = true;
      return local.countCaller(caller);
    }
  };

  return {
    countCaller: (caller) => (monotonicNow() < restsUntil ? local.countCaller(caller) : count(caller)),
    countAddress: (address) => local.countAddress(address),
  };
};
