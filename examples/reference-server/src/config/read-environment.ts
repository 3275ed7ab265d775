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
    const text = readFileSync(path, 'utf8');
    // What PowerShell appends is UTF-16, of which no line would be taken for a setting.
    if (text.includes('\0')) throw new StartProblem(`${path} cannot be read: it is not UTF-8 throughout`);
    return text;
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    if (fault.code === 'ENOENT') return '';
    throw new StartProblem(`${path} cannot be read: ${fault.message}`);
  }
};
