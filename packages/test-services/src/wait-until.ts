import { setTimeout as sleep } from 'node:timers/promises';
import { isProof } from './rounds.js';

const [shortestPauseMs, longestPauseMs] = [20, 200];

/** What has not come for long is not there in a moment: to ask for it all the time takes the processor from what brings it. */
const pauseAfter = (waitedMs: number): number => Math.min(Math.max(waitedMs / 20, shortestPauseMs), longestPauseMs);

/** Less than a test may take, so that it ends with the name of what did not come. */
const maxWaitMs = isProof ? 3_600_000 : 150_000;

/** Waits until something is so, however long a busy machine takes; throws when it never comes. */
export const waitUntil = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const began = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - began;
    if (waitedMs > maxWaitMs) throw new Error(`waited too long until ${what}`);
    await sleep(pauseAfter(waitedMs));
  }
};
