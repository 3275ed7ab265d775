import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 20;

/** No machine is so slow; who waits longer waits for ever. */
const maxWaitMs = 240_000;

/** Waits until something is so, however long a busy machine takes; throws when it never comes. */
export const waitUntil = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + maxWaitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(pollMs);
  }
};
