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
 * vain when a power failure takes its directory away. Node's own way never comes to an end where the system says
 * that the directory above is missing although it is there, as below `/proc`.
 */
export const makeDirectory = (path: string, sync = syncDirectory): void => {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeDirectory(above, sync);
  try {
    mkdirSync(path, { mode: 0o700 });
    sync(above);
  } catch (fault) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw fault;
  }
};
