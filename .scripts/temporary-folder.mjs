import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

const hasRoom = (neededBytes) => {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
};

/**
 * Makes the folder in which this run keeps all that is temporary, and removes it at the end of the process. It lies in memory where the machine has
 * so much room there: the tests wait for a disk most of the time otherwise.
 */
export const makeTemporaryFolder = (neededBytes) => {
  const folder = mkdtempSync(join(hasRoom(neededBytes) ? memory : tmpdir(), 'svc-tests-'));
  // The databases of some tests run as another user.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
};
