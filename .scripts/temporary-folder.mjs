import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

const hasRoom = (neededBytes) => {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
};

/** What tsx has compiled stays where it would be without the folder, so that the next run need not compile it again. */
const linkCompiled = (folder) => {
  const name = `tsx-${process.geteuid?.() ?? userInfo().username}`;
  mkdirSync(join(tmpdir(), name), { recursive: true });
  symlinkSync(join(tmpdir(), name), join(folder, name), 'junction');
};

/**
 * Makes the folder in which this run keeps all that is temporary, and removes it at the end of the process. It lies in memory where the machine has
 * so much room there: the tests wait for a disk most of the time otherwise.
 */
export const makeTemporaryFolder = (neededBytes) => {
  const folder = mkdtempSync(join(hasRoom(neededBytes) ? memory : tmpdir(), 'svc-tests-'));
  // The databases of some tests run as another user.
  chmodSync(folder, 0o755);
  linkCompiled(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
};
