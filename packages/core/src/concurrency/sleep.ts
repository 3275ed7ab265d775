import type { Clock } from '../ports/clock.js';

/** Resolves so many milliseconds from now; at once when the signal comes, and where the clock cannot wake anybody. */
export const sleep = (clock: Pick<Clock, 'after'>, milliseconds: number, signal?: AbortSignal): Promise<void> =>
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
