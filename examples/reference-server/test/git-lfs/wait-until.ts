import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const PATIENCE_MS = 120_000;

/** Waits until something is so; throws when it takes too long. */
export const waitUntil = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(POLL_MS);
  }
};
