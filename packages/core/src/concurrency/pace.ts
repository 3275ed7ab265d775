import { SECOND_MS } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';

/** Resolves so many milliseconds from now; at once where the clock cannot wake anybody. */
export const sleep = (clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    if (clock.after === undefined) resolve();
    else clock.after(milliseconds, resolve);
  });

/** Resolves when so much more may be done. */
export type Pace = (amount: number) => Promise<void>;

/** Lets so much be done in a second, and nobody save up what is not done; without a figure anything. Those who wait at the same time wait one after the other. */
export const createPace = (clock: Clock, perSecond: number | undefined): Pace => {
  if (perSecond === undefined) return () => Promise.resolve();
  let readyAt = clock.now();
  return async (amount) => {
    const now = clock.now();
    const waitMs = Math.max(0, readyAt - now);
    readyAt = now + waitMs + (amount / perSecond) * SECOND_MS;
    if (waitMs >= 1) await sleep(clock, waitMs);
  };
};
