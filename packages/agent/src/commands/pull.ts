import { join } from 'node:path';
import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import type { PullOptions } from '../command-line.js';
import { createOutput } from '../output/output.js';
import { pullObjects } from '../pull/pull-objects.js';
import type { CommandDependencies } from './command-dependencies.js';
import { isFolder } from './is-folder.js';
import { withService } from './open-service.js';
import { pullPlace } from './pull-place.js';

/** Objects by their oids; or a folder or a file of the history that is indexed. */
export const pull = (dependencies: CommandDependencies, wanted: readonly string[], options: PullOptions): Promise<void> => {
  const oids = options.ref === undefined ? wanted.filter(isOid) : [];
  if (oids.length === wanted.length) return pullOids(dependencies, oids, options);
  const [place = '', ...others] = wanted;
  if (others.length === 0) return pullPlace(dependencies, place, options);
  const other = wanted.find((text) => !isOid(text)) ?? place;
  throw new AgentProblem(`${other} is no SHA-256 in lower-case hex, and of paths one is pulled at a time`, 'setting');
};

const pullOids = (dependencies: CommandDependencies, oids: readonly Oid[], options: PullOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    const destination = await destinationOf(options.output, oids.length > 1);
    for await (const report of pullObjects(context, oids, destination)) output.pulled(report);
  });

/** A folder takes files named by their oids; anything else is the one file itself. */
const destinationOf = async (output: string | undefined, isForSeveral: boolean): Promise<(oid: Oid) => string> => {
  const path = output ?? '.';
  if (await isFolder(path)) return (oid) => join(path, oid);
  if (isForSeveral) throw new AgentProblem(`${path} is no folder, and several objects need one`);
  return () => path;
};
