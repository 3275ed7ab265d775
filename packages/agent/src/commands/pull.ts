import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import type { PullOptions } from '../command-line.js';
import { createOutput } from '../output/output.js';
import { pullObjects } from '../pull/pull-objects.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

export const pull = (dependencies: CommandDependencies, oids: readonly string[], options: PullOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    const destination = await destinationOf(options.output, oids.length > 1);
    for await (const report of pullObjects(context, oids.filter(isOid), destination)) output.pulled(report);
  });

/** A folder takes files named by their oids; anything else is the one file itself. */
const destinationOf = async (output: string | undefined, isForSeveral: boolean): Promise<(oid: Oid) => string> => {
  const path = output ?? '.';
  if (await isFolder(path)) return (oid) => join(path, oid);
  if (isForSeveral) throw new AgentProblem(`${path} is no folder, and several objects need one`);
  return () => path;
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Whatever keeps it from being looked at keeps it from being written too, and is told then.
    return false;
  }
};
