import { runSources } from '@svc/test-services/run-sources';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerPlace } from '../server/server-place.js';

/** A process in which two sweepers sweep, and which does nothing else. */
export interface SweepingProcess {
  /** Throws when it has ended before, by a fault of its own. */
  stop(): Promise<void>;
}

/** Starts two sweepers in a process of their own, beside the servers of the place; resolves when one has swept. */
export const startSweeping = async (place: ServerPlace): Promise<SweepingProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sweeper-'));
  const child = fork(fileURLToPath(new URL('sweeping-process.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...place.settings },
    execArgv: [...runSources],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('the sweepers did not begin');
    }),
  ]);
  return {
    stop: async () => {
      const hasEnded = child.exitCode !== null;
      if (!hasEnded) child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true });
      if (hasEnded) throw new Error('the sweepers have ended by themselves');
    },
  };
};
