import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.js';
import { createContainer } from '../../src/container.js';
import { createLogger } from '../../src/log/logger.js';
import { tokens } from '../../src/tokens.js';

/**
 * A server's sweeper without its server: put together by the same container from the same settings, but it begins again at once where a server waits for
 * a minute. Ends when its parent process is gone.
 */
const PAUSE_MS = 5;

process.once('disconnect', () => process.exit());
const config = readConfig(process.env, process.cwd());
if (config.isErr()) throw new Error(config.error.map(({ setting, problem }) => `${setting} ${problem}`).join('; '));
const container = createContainer(config.value, createLogger('warn'), { isServer: true });
const { maintenance } = await container.resolve(tokens.application);
process.send?.('ready');
for (;;) {
  const swept = await maintenance.sweep();
  if (swept.isErr()) throw new Error(`a sweep ended with ${JSON.stringify(swept.error)}`);
  await sleep(PAUSE_MS);
}
