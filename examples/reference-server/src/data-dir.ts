import { mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { StartProblem } from './start-problem.js';

/** Makes the directory where it is missing, for the server's user alone; a `StartProblem` names the setting when it cannot be had. */
export const prepareDataDir = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    throw new StartProblem(`DATA_DIR cannot be used: ${fault.message}`);
  }
};

/** The longest path that a Unix socket may have on every system. */
const MAX_SOCKET_PATH = 103;

/**
 * Holds the directory against a second server, which would take the first one's unfinished uploads for the remains of a crash. The hold is a socket,
 * so it ends with the process, however that ends. Throws a `StartProblem` when somebody else has it.
 */
export const holdDataDir = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, 'server.sock');
  // Nothing to hold it by; the port still keeps two servers apart in most cases.
  if (process.platform === 'win32' || Buffer.byteLength(path) > MAX_SOCKET_PATH) return;
  if (await isHeld(path)) throw new StartProblem(`DATA_DIR ${dataDir} is in use by another server`);
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    createServer((socket) => socket.destroy())
      .once('error', reject)
      .listen(path, resolve)
      .unref();
  });
};

const isHeld = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    // Not there, or left behind by a process that has gone.
    probe.once('error', () => resolve(false));
  });
