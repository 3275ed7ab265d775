import type { Clock } from '../ports/clock.js';

/** A clock wakes nobody later, as the timers of JavaScript: a longer sleep is several. */
const longestMs = 2 ** 31 - 1;

const sleepOnce = (clock: Pick<Clock, 'after'>, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      callOff?.();
      resolve();
    };
    const callOff = clock.after?.(milliseconds, () => {
      signal?.removeEventListener('abort', wake);
      resolve();
    });
    if (callOff === undefined || signal?.aborted === true) wake();
    else signal?.addEventListener('abort', wake, { once: true });
  });

/** Resolves so many milliseconds from now; at once when the signal comes, and where the clock cannot wake anybody. */
export const sleep = async (clock: Pick<Clock, 'after'>, milliseconds: number, signal?: AbortSignal): Promise<void> => {
  let left = milliseconds;
  do {
    await sleepOnce(clock, Math.min(left, longestMs), signal);
    left -= longestMs;
  } while (left > 0 && clock.after !== undefined && signal?.aborted !== true);
};
