import type { Clock } from '../ports/clock.js';

/** The outcome, or undefined when it is not there in time; where the clock cannot wait it is always there. What it then becomes nobody is told. */
export const within = <T>(
  clock: Pick<Clock, 'after'>,
  waitMs: number,
  outcome: PromiseLike<T>,
): Promise<{ readonly value: T } | undefined> =>
  new Promise((resolve, reject) => {
    const callOff = clock.after?.(waitMs, () => resolve(undefined));
    void Promise.resolve(outcome)
      .then((value) => resolve({ value }), reject)
      .finally(() => callOff?.());
  });
