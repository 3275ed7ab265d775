import { createClient } from '@svc/client';
import { availableParallelism } from 'node:os';
import type { ServiceOptions } from '../command-line.js';
import { runGit } from '../git/run-git.js';
import { createProgressBar } from '../output/progress-bar.js';
import { findCredential } from '../settings/find-credential.js';
import { readSettings } from '../settings/read-settings.js';
import { openTransferContext, type TransferContext } from '../transfer-context.js';
import type { CommandMeans } from './command-means.js';

/** Runs what a command does with the service that the settings name, and ends the threads behind it. */
export const withService = async (
  { environment, signal }: CommandMeans,
  options: ServiceOptions,
  act: (context: TransferContext) => Promise<void>,
): Promise<void> => {
  const settings = await readSettings(options, environment, runGit);
  const { secret } = await findCredential(settings, runGit);
  const { baseUrl, repositoryId, allowHttp } = settings;
  const bar = createProgressBar(process.stderr, options.json !== true);
  const context = await openTransferContext({
    client: createClient({ baseUrl, credential: secret, allowPlainHttp: allowHttp }),
    repositoryId,
    threads: availableParallelism(),
    onProgress: bar.show,
    signal,
  });
  try {
    await act(context);
  } finally {
    bar.clear();
    await context.close();
  }
};
