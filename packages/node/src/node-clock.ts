import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@svc/core/ports';

/** The time of this machine. Processes that share a database take the database's instead, when they have to agree. */
export const nodeClock: Required<Omit<Clock, 'idle'>> = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  pause: () => setImmediate(),
};
