import { join } from 'node:path';
import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import type { PullOptions } from '../command-line.js';
import { createOutput, type Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createTrafficLine } from '../output/traffic-line.js';
import { findSizes, pullObjects } from '../pull/pull-objects.js';
import type { TransferContext } from '../transfer-context.js';
import type { CommandDependencies } from './command-dependencies.js';
import { failedOf } from './each-object.js';
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
  throw new AgentProblem(`${printable(other)} is no SHA-256 in lower-case hex, and of paths one is pulled at a time`, 'setting');
};

const pullOids = (dependencies: CommandDependencies, oids: readonly Oid[], options: PullOptions): Promise<void> =>
  withService(dependencies, options, async (context, terminal) => {
    const output = createOutput(terminal, options.json === true);
    const destination = await destinationOf(options.output, dependencies.folder, oids.length > 1);
    if (options.dryRun === true) return foreseeOids(context, oids, destination, { output, taken: dependencies.taken });
    const traffic = createTrafficLine('received');
    let lost = 0;
    for await (const pulled of pullObjects(context, oids, destination)) {
      if (pulled.kind === 'pulled') {
        traffic.add(pulled.report.receivedBytes, pulled.report.sizeBytes);
        output.pulled(pulled.report);
      } else {
        output.problem(pulled.problem);
        lost += 1;
      }
      await dependencies.taken();
    }
    if (dependencies.screen.isTTY === true) output.note(traffic.text());
    if (lost > 0) throw failedOf(lost, oids.length, 'not pulled');
  });

const foreseeOids = async (
  context: TransferContext,
  oids: readonly Oid[],
  destination: (oid: Oid) => string,
  { output, taken }: Pick<CommandDependencies, 'taken'> & { readonly output: Output },
): Promise<void> => {
  const traffic = createTrafficLine('would receive at most');
  const missing: Oid[] = [];
  for await (const { oid, sizeBytes } of findSizes(context, oids)) {
    if (sizeBytes === undefined) missing.push(oid);
    else {
      traffic.add(sizeBytes, sizeBytes);
      output.foreseen({ oid, path: destination(oid), sizeBytes }, 'fetch');
      await taken();
    }
  }
  output.note(traffic.text());
  const [first] = missing;
  if (first !== undefined)
    throw new AgentProblem(`${first} is not stored${missing.length === 1 ? '' : `, and ${missing.length - 1} more are not`}`);
};

/** A folder takes files named by their oids; anything else is the one file itself. */
const destinationOf = async (
  output: string | undefined,
  folder: string | undefined,
  isForSeveral: boolean,
): Promise<(oid: Oid) => string> => {
  const path = output ?? '.';
  if (await isFolder(folder, path)) return (oid) => join(path, oid);
  if (isForSeveral) throw new AgentProblem(`${printable(path)} is no folder, and several objects need one`);
  return () => path;
};
