import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.js';
import { createContainer } from '../../src/container.js';
import { createLogger } from '../../src/log/logger.js';
import { tokens } from '../../src/tokens.js';

/**
 * Sweepers of two servers without their servers: each put together by the same container from the same settings, with connections of its own, but it begins
 * again at once where a server waits for a minute. They share a process, since their code takes long to compile. Ends when its parent process is gone.
 */
const sweepers = 2;
const PAUSE_MS = 5;

process.once('disconnect', () => process.exit());
const config = readConfig(process.env, process.cwd());
if (config.isErr()) throw new Error(config.error.map(({ setting, problem }) => `${setting} ${problem}`).join('; '));
const settings = config.value;
const sweepForEver = async (): Promise<never> => {
  const container = createContainer(settings, createLogger('warn'), { isServer: true });
  const { maintenance } = await container.resolve(tokens.application);
  for (;;) {
    const swept = await maintenance.sweep();
    if (swept.isErr()) throw new Error(`a sweep ended with ${JSON.stringify(swept.error)}`);
    process.send?.('has swept');
    await sleep(PAUSE_MS);
  }
};
await Promise.all(Array.from({ length: sweepers }, sweepForEver));
