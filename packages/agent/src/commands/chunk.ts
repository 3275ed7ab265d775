import type { ChunkOptions } from '../command-line.js';
import { showChunks } from '../chunk/show-chunks.js';
import { createOutput } from '../output/output.js';
import { readSettingSources } from '../settings/read-settings.js';
import { namesService } from '../settings/setting-sources.js';
import type { TransferContext } from '../transfer-context.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withoutService, withService } from './open-service.js';

/** Cutting needs no service; where one is named it is asked how much of the files it has. */
export const chunk = async (
  dependencies: CommandDependencies,
  files: readonly string[],
  options: ChunkOptions,
): Promise<void> => {
  const asksRepository = namesService(await readSettingSources(options, dependencies, dependencies.runGit));
  const show = async (context: TransferContext): Promise<void> => {
    const output = createOutput(dependencies, options.json === true);
    for (const file of files) output.chunked(await showChunks(context, file, { profile: options.profile, asksRepository }));
  };
  await (asksRepository ? withService(dependencies, options, show) : withoutService(dependencies, show));
};
