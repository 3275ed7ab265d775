import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartProblem } from './start-problem.js';

/** Has on the disk which names the directory holds; Windows does so by itself, and opens no directories. */
export const syncDirectory = (path: string): void => {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
};

/** Makes the directory where it is missing, for the server's user alone; a `StartProblem` names the setting when it cannot be had. */
export const prepareDataDir = (dataDir: string): void => {
  try {
    makeDirectory(dataDir);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    throw new StartProblem(`DATA_DIR cannot be used: ${fault.message}`);
  }
};

/**
 * Makes the directory and those above it, where they are missing, for the server's user alone, and has them on the disk: what is acknowledged later is in
 * vain when a power failure takes its directory away. Those that are there may have been made by a server that was killed before it came to that.
 */
export const makeDirectory = (path: string, sync = syncDirectory): void => {
  makeMissing(path);
  const { dev } = statSync(path);
  for (let above = dirname(path); statSync(above).dev === dev; above = dirname(above)) {
    syncOwn(above, sync);
    if (above === dirname(above)) return;
  }
};

/** Node's own way never comes to an end where the system says that the directory above is missing although it is there, as below `/proc`. */
const makeMissing = (path: string): void => {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeMissing(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (fault) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw fault;
  }
};

/** A directory that the server may not read, no server of this user has made. */
const syncOwn = (path: string, sync: (path: string) => void): void => {
  try {
    sync(path);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EACCES')) throw fault;
  }
};
