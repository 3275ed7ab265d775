import { stat } from 'node:fs/promises';
import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';
import { pathFrom } from '../path-from.js';

/**
 * Whether a path leads to a folder, from where paths begin. Whatever keeps it from being looked at keeps it from being written too, and is told then. Throws an
 * `AgentProblem` for one that ends as those of folders do and leads to none: no file can have that name, which would be told when it has been fetched.
 */
export const isFolder = async (from: string | undefined, path: string): Promise<boolean> => {
  const leadsToFolder = await stat(pathFrom(from, path)).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!leadsToFolder && path.endsWith('/')) throw new AgentProblem(`${printable(path)} is no folder`);
  return leadsToFolder;
};
