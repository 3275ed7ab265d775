import { setTimeout as sleep } from 'node:timers/promises';
import { isProof } from './rounds.js';

const pollMs = 20;

/** Less than a test may take, so that it ends with the name of what did not come. */
const maxWaitMs = isProof ? 3_600_000 : 50_000;

/** Waits until something is so, however long a busy machine takes; throws when it never comes. */
export const waitUntil = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + maxWaitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(pollMs);
  }
};
