import { mkdirSync } from 'node:fs';
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
