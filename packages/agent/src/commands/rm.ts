import { isOid } from '@svc/core';
import type { RemoveOptions, ServiceOptions } from '../command-line.js';
import { lineAboutFile } from '../output/line-about-file.js';
import { createOutput } from '../output/output.js';
import { findObjects } from '../remove/find-objects.js';
import { removeStored, restoreStored } from '../remove/remove-stored.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** Removes objects, and prints the oid and the name of each that it has removed. */
export const rm = (dependencies: CommandDependencies, wanted: readonly string[], options: RemoveOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    for (const object of await findObjects(context, wanted, options.ref)) {
      if (options.dryRun !== true) await removeStored(context, object, options.force === true);
      output.result(lineAboutFile(object.oid, object.path, dependencies.isTerminal), {
        ...object,
        ...(options.dryRun === true ? { would: 'remove' } : {}),
      });
    }
  });

/** Brings removed objects back, and prints the oid of each. */
export const undelete = (dependencies: CommandDependencies, texts: readonly string[], options: ServiceOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    for (const oid of texts.filter(isOid)) {
      await restoreStored(context, oid);
      output.result(oid, { oid });
    }
  });
