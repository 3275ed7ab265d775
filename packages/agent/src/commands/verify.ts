import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import type { VerifyOptions } from '../command-line.js';
import { fileSystemFrom } from '../file-system.js';
import { createOutput, type Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { RefusedObject } from '../pull/damaged-object.js';
import { findLoss } from '../pull/find-loss.js';
import type { TransferContext } from '../transfer-context.js';
import { verifyFile } from '../verify/verify-file.js';
import { verifyStored } from '../verify/verify-stored.js';
import type { CommandDependencies } from './command-dependencies.js';
import { forEachObject } from './each-object.js';
import { withService } from './open-service.js';

/** Says `OK` after what is right, as checksum tools do, and names what is not; then the command fails. */
export const verify = (dependencies: CommandDependencies, texts: readonly string[], options: VerifyOptions): Promise<void> => {
  const oids = texts.filter(isOid);
  if (options.file !== undefined) return verifyLocally(dependencies, oids, options.file, options);
  return withService(dependencies, options, async (context, terminal) => {
    const output = createOutput(terminal, options.json === true);
    await forEachObject(oids, output, 'not verified', (oid) => verifyOne(context, oid, output));
  });
};

const verifyOne = async (context: TransferContext, oid: Oid, output: Output): Promise<AgentProblem | undefined> => {
  try {
    output.verified(await verifyStored(context, oid));
    return undefined;
  } catch (fault) {
    const { kind, what } = await findLoss(context, oid, fault);
    output.quietly({ oid, failed: kind === 'missing' ? 'not_stored' : kind });
    return fault instanceof RefusedObject ? fault : new AgentProblem(`${oid} ${what}`);
  }
};

const verifyLocally = async (
  dependencies: CommandDependencies,
  [oid, ...others]: readonly Oid[],
  path: string,
  { json }: VerifyOptions,
): Promise<void> => {
  if (oid === undefined || others.length > 0) throw new AgentProblem('--file is checked against one oid', 'setting');
  const { isExpected, sizeBytes } = await verifyFile(fileSystemFrom(dependencies.folder), path, oid, dependencies.signal);
  if (!isExpected) throw new AgentProblem(`${printable(path)} has other bytes than ${oid} stands for`);
  createOutput(dependencies, json === true).matched({ oid, path, sizeBytes });
};
