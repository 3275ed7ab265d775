import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type ProcessUnderTest, startProcess } from './process-under-test.js';

const bundle = fileURLToPath(new URL('../../../../examples/reference-server/dist/svc-server.js', import.meta.url));

export interface SvcServer extends ProcessUnderTest {
  readonly credential: string;
}

/** Starts the bundled server on the data in `folder`, without a rate limit. Its log goes nowhere, but it is written. */
export const startSvcServer = async (folder: string, nodeOptions: readonly string[] = []): Promise<SvcServer> => {
  if (!existsSync(bundle)) throw new Error('the server is not built: npm run build');
  const port = await freePort();
  const credential = `bench-${randomBytes(16).toString('hex')}`;
  const environment = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ADMIN_TOKEN: credential,
    DEFAULT_PLAN: 'business',
    RATE_LIMIT_RPS: '1000000',
    RATE_LIMIT_BURST: '1000000',
  };
  const server = await startProcess(
    [...nodeOptions, '--enable-source-maps', '--min-semi-space-size=16', bundle, 'serve'],
    environment,
    port,
    '/readyz',
  );
  return { ...server, credential };
};
