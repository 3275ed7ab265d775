import { parse } from 'dotenv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../start-problem.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the folder's `.env` file says, overridden by what the process was started with. A missing file says nothing. */
export const readEnvironment = (folder: string, started: Environment): Environment => ({
  ...parse(readIfThere(join(folder, '.env'))),
  ...started,
});

const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    if (fault.code === 'ENOENT') return '';
    throw new StartProblem(`${path} cannot be read: ${fault.message}`);
  }
};
