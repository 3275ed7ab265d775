import type { PushOptions } from '../command-line.js';
import { createOutput } from '../output/output.js';
import { pushFiles } from '../push/push-files.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** What was printed is durable, whatever comes after. */
export const push = (dependencies: CommandDependencies, files: readonly string[], options: PushOptions): Promise<void> =>
  withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    for await (const report of pushFiles(context, files, { profile: options.profile })) output.pushed(report);
  });
