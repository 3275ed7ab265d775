import { readFile } from 'node:fs/promises';
import { AgentProblem } from './agent-problem.js';
import { codeOf } from './error-code.js';

/** The text of a file that a setting of git names. Rejects with an `AgentProblem` where it cannot be read. */
export const readNamedFile = (setting: string, path: string): Promise<string> =>
  readFile(path, 'latin1').catch((fault: unknown) => {
    throw new AgentProblem(`${setting}: ${path} cannot be read (${codeOf(fault)})`, 'setting');
  });
