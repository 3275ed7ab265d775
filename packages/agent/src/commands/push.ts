import type { PushOptions } from '../command-line.js';
import { createOutput } from '../output/output.js';
import { pushFile } from '../push/push-file.js';
import type { CommandMeans } from './command-means.js';
import { withService } from './open-service.js';

/** One file after the other, since each uses all processors and what they share is found then. What was printed is durable, whatever comes after. */
export const push = (means: CommandMeans, files: readonly string[], options: PushOptions): Promise<void> =>
  withService(means, options, async (context) => {
    const output = createOutput(means, options.json === true);
    for (const file of files) output.pushed(await pushFile(context, file, { profile: options.profile }));
  });
