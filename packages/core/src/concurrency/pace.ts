import { SECOND_MS } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';
import { sleep } from './sleep.js';

/** Resolves when so much more may be done, or when the signal comes. */
export type Pace = (amount: number, signal?: AbortSignal) => Promise<void>;

/** Lets so much be done in a second, and nobody save up what is not done; without a figure anything. Those who wait at the same time wait one after the other. */
export const createPace = (clock: Clock, perSecond: number | undefined): Pace => {
  if (perSecond === undefined) return () => Promise.resolve();
  let askedAt = clock.now();
  let readyAt = askedAt;
  return async (amount, signal) => {
    const now = clock.now();
    // A clock that was set back takes with it what is waited for: no wait is longer than what was asked for explains.
    readyAt -= Math.max(0, askedAt - now);
    askedAt = now;
    const waitMs = Math.max(0, readyAt - now);
    readyAt = now + waitMs + (amount / perSecond) * SECOND_MS;
    if (waitMs >= 1) await sleep(clock, waitMs, signal);
  };
};
