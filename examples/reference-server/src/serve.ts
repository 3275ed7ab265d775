import type { Application } from '@svc/core';
import { configureServer, type HttpHandler } from '@svc/http-koa';
import type { SqliteDatabase } from '@svc/persistence-sqlite';
import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { createContainer } from './container.js';
import { letOwnerIn } from './first-start.js';
import { drain, stopOnSignal } from './shutdown.js';
import { startSweeper } from './sweeper.js';
import { tokens } from './tokens.js';

const SWEEP_INTERVAL_MS = 60_000;
/** How long transfers may go on after the server was told to stop. */
const SHUTDOWN_GRACE_MS = 60_000;

/** Runs the server until a signal ends it; resolves when it is ready. `show` writes to the person at the terminal. */
export const serve = async (config: Config, log: Logger, show: (text: string) => void): Promise<void> => {
  const container = await createContainer(config, log);
  const application = container.resolve<Application>(tokens.application);
  const database = container.resolve<SqliteDatabase>(tokens.database);
  endOnBug(log);
  await letOwnerIn(application, config.admin, show);

  const server = configureServer(createServer(container.resolve<HttpHandler>(tokens.httpHandler).callback()));
  await listen(server, config);
  const sweeper = startSweeper(application.maintenance.sweep, { intervalMs: SWEEP_INTERVAL_MS, log });
  stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping');
    const [finished] = await Promise.all([drain(server, SHUTDOWN_GRACE_MS), sweeper.stop()]);
    database.close();
    log.info({ finished }, 'stopped');
    return finished;
  });
  log.info({ baseUrl: config.baseUrl, dataDir: config.dataDir }, 'ready');
  show(`Ready at ${config.baseUrl}\n`);
};

const listen = (server: Server, { host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** After a bug that nobody has caught, no promise about the process's state holds any more. */
const endOnBug = (log: Logger): void => {
  process.on('uncaughtException', (fault) => {
    log.fatal({ err: fault }, 'ended by a bug');
    process.exit(1);
  });
};
