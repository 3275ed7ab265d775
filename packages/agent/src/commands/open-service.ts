import { availableParallelism } from 'node:os';
import type { ServiceOptions } from '../command-line.js';
import { besideBar } from '../output/beside-bar.js';
import type { Terminal } from '../output/output.js';
import { createProgressBar } from '../output/progress-bar.js';
import { createStallTeller } from '../output/stall-teller.js';
import { mendedLine } from '../pull/mended-ranges.js';
import type { LfsUse } from '../settings/clone-lfs-url.js';
import { codecChoice } from '../settings/codec-choice.js';
import { findCredential } from '../settings/find-credential.js';
import { type CheckSources, readSettings } from '../settings/read-settings.js';
import { openClient } from '../service-client.js';
import { openTransferContext, type TransferContext } from '../transfer-context.js';
import type { CommandDependencies } from './command-dependencies.js';
import { atPlace } from './at-place.js';

/** What it writes goes to the terminal that it is given, where a bar may stand. */
type Act = (context: TransferContext, terminal: Terminal) => Promise<void>;

export interface UseOptions extends ServiceOptions {
  /** The remote that it is about, each of which may have its own LFS URL; the one that git-lfs takes for the operation when absent. */
  readonly remote?: string;
  /** To read when absent. */
  readonly operation?: LfsUse['operation'];
  readonly check?: CheckSources;
}

/** Runs what a command does with the service that the settings name, and ends the threads behind it. */
export const withService = async (dependencies: CommandDependencies, options: UseOptions, act: Act): Promise<void> => {
  const use: LfsUse = { operation: options.operation ?? 'download', remote: options.remote };
  const settings = await readSettings(options, dependencies, use, options.check);
  const { secret } = await findCredential(settings, dependencies.runGit);
  await withContext(dependencies, { ...settings, credential: secret, lfsUrl: settings.credentialUrl }, act);
};

/** The same where there is none: nothing in it may call the client. */
export const withoutService = (dependencies: CommandDependencies, act: Act): Promise<void> =>
  withContext(
    dependencies,
    {
      baseUrl: 'https://nowhere.invalid',
      lfsUrl: 'https://nowhere.invalid',
      repositoryId: '',
      credential: 'none',
      allowHttp: false,
      stallSeconds: 1,
    },
    act,
  );

interface Place {
  readonly baseUrl: string;
  readonly lfsUrl: string;
  readonly repositoryId: string;
  readonly credential: string;
  readonly allowHttp: boolean;
  readonly stallSeconds: number;
}

const withContext = async (dependencies: CommandDependencies, { repositoryId, ...service }: Place, act: Act): Promise<void> => {
  const { environment, folder, signal } = dependencies;
  const bar = createProgressBar(dependencies.screen);
  const terminal = besideBar(dependencies, bar);
  const context = await openTransferContext({
    client: await openClient({ ...service, onStall: createStallTeller(terminal.stderr) }, dependencies),
    repositoryId,
    folder,
    threads: availableParallelism(),
    codecOptions: codecChoice(environment),
    onProgress: bar.show,
    onMended: (mended) => terminal.stderr(`svc: ${mendedLine(mended)}\n`),
    signal,
  });
  try {
    await atPlace(context, () => act(context, terminal));
  } finally {
    bar.clear();
    await context.close();
  }
};
