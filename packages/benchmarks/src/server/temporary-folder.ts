import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRunning } from './process-under-test.js';

/**
 * Runs with a new folder, in `BENCH_DIR` or else where the system keeps temporary files, which is removed afterwards. Where the run fails, whatever servers
 * it has left running are killed first, which would write there still, and the caller hears why it failed.
 */
export const withTemporaryFolder = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'svc-bench-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  let outcome: T;
  try {
    outcome = await run(folder);
  } catch (fault) {
    await killRunning();
    await remove().catch(() => undefined);
    throw fault;
  }
  await remove();
  return outcome;
};
