import { isOid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import type { RemoveOptions, ServiceOptions } from '../command-line.js';
import { lineAboutFile } from '../output/line-about-file.js';
import { createOutput } from '../output/output.js';
import { findObjects } from '../remove/find-objects.js';
import { foreseeRemoval } from '../remove/foresee-removal.js';
import { removeStored, restoreStored } from '../remove/remove-stored.js';
import type { CommandDependencies } from './command-dependencies.js';
import { forEachObject } from './each-object.js';
import { withService } from './open-service.js';

/** Removes objects, and prints the oid and the name of each that it has removed. */
export const rm = (dependencies: CommandDependencies, wanted: readonly string[], options: RemoveOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    const isForced = options.force === true;
    for (const object of await findObjects(context, wanted, options.ref)) {
      const line = lineAboutFile(object.oid, object.path, dependencies.isTerminal);
      if (options.dryRun !== true) {
        await removeStored(context, object, isForced);
        output.result(line, { ...object });
        continue;
      }
      const would = await foreseeRemoval(context, object, isForced);
      if (would === 'remove') output.result(line, { ...object, would });
      else output.quietly({ ...object, would });
    }
  });

/** Brings removed objects back, and prints the oid of each; names those that it cannot bring back, and fails then. */
export const undelete = (dependencies: CommandDependencies, texts: readonly string[], options: ServiceOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    await forEachObject(texts.filter(isOid), output, 'not brought back', async (oid) => {
      const refusal = await restoreStored(context, oid);
      if (refusal === undefined) output.result(oid, { oid });
      else output.quietly({ oid, failed: refusal.reason ?? refusal.code });
      return refusal && new AgentProblem(`${oid} cannot be brought back: ${problemOf(refusal).message}`, 'http', refusal.status);
    });
  });
