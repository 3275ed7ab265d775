import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs with a new folder, in `BENCH_DIR` or else where the system keeps temporary files, which is removed afterwards. */
export const withTemporaryFolder = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'svc-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
