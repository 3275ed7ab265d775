import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timedCommand } from '../measure/timed-command.js';
import { freePort, type ProcessUnderTest, startProcess } from './process-under-test.js';

/** Of this checkout, unless `BENCH_SERVER` names the one of another: a figure from before a change comes from the same bench. */
const bundle =
  process.env['BENCH_SERVER'] ??
  fileURLToPath(new URL('../../../../examples/reference-server/dist/svc-server.js', import.meta.url));

export interface SvcServer extends ProcessUnderTest {
  readonly credential: string;
  /** Runs another command of the server, such as `user add`, on the same data; what it printed. */
  command(...parameters: readonly string[]): Promise<string>;
}

export interface SvcServerOptions {
  readonly nodeOptions?: readonly string[];
  /** Settings besides those that every bench has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A bench that starts a second process on the same data lets it accept the first one's credential. */
  readonly credential?: string;
}

/** Starts the bundled server on the data in `folder`, without a rate limit. Its log goes nowhere, but it is written. */
export const startSvcServer = async (folder: string, options: SvcServerOptions = {}): Promise<SvcServer> => {
  const { nodeOptions = [], environment: given = {}, credential = `bench-${randomBytes(16).toString('hex')}` } = options;
  if (!existsSync(bundle)) throw new Error(`the server is not built: there is no ${bundle}`);
  const port = await freePort();
  const environment = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ADMIN_TOKEN: credential,
    DEFAULT_PLAN: 'business',
    RATE_LIMIT_RPS: '1000000',
    RATE_LIMIT_BURST: '1000000',
    ...given,
  };
  const flags = ['--enable-source-maps', '--min-semi-space-size=8', '--max-semi-space-size=8', '--heap-growing-percent=125'];
  const server = await startProcess([process.execPath, ...nodeOptions, ...flags, bundle, 'serve'], {
    environment,
    port,
    readyPath: '/readyz',
  });
  const command = async (...parameters: readonly string[]): Promise<string> =>
    (await timedCommand(process.execPath, [bundle, ...parameters], { env: environment })).output.trim();
  return { ...server, credential, command };
};
