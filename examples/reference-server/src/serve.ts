import type { Application } from '@svc/core';
import { answerStarting, configureServer, type HttpHandler } from '@svc/http-koa';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from './adapters/open-database.js';
import type { OpenMailer } from './adapters/open-mailer.js';
import type { Storage } from './adapters/open-storage.js';
import type { OpenRateLimiter } from './adapters/open-rate-limiter.js';
import { claimKeys } from './claim-keys.js';
import type { Config } from './config/config.js';
import type { EncryptionKey } from './config/encryption-keys.js';
import { createContainer } from './container.js';
import type { Dispatcher } from './dispatcher.js';
import { letOwnerIn } from './first-start.js';
import { startJobs } from './jobs.js';
import type { Verifier } from './verifier.js';
import { createDrain, stopOnSignal } from './shutdown.js';
import { StartProblem } from './start-problem.js';
import { tokens } from './tokens.js';

/** How long transfers may go on after the server was told to stop. */
const SHUTDOWN_GRACE_MS = 60_000;
/** And how long a verification in the background: it is only begun anew. */
const VERIFICATION_GRACE_MS = 5000;
/** And deliveries, each of which may take ten seconds. */
const DISPATCH_GRACE_MS = 12_000;

/** Runs the server until a signal ends it; resolves when it is ready. `show` writes to the person at the terminal. */
export const serve = async (config: Config, log: Logger, show: (text: string) => void): Promise<void> => {
  endOnBug(log);
  logWarnings(log);
  // The port comes first: a second server that is started by mistake ends before it has touched any data.
  let answer: RequestListener = answerStarting(config);
  const server = configureServer(createServer({ requireHostHeader: false }, (request, response) => answer(request, response)));
  const drain = createDrain(server);
  await listen(server, config);

  const container = createContainer(config, log, { isServer: true });
  const database = await container.resolve<Promise<Database>>(tokens.database);
  await claimKeys(database, container.resolve<readonly EncryptionKey[]>(tokens.encryptionKeys));
  const storage = await container.resolve<Promise<Storage>>(tokens.storage);
  const application = await container.resolve<Promise<Application>>(tokens.application);
  const handler = await container.resolve<Promise<HttpHandler>>(tokens.httpHandler);
  await letOwnerIn(application, config.admin, show);
  answer = handler.callback();

  const verifier = await container.resolve<Promise<Verifier>>(tokens.verifier);
  const dispatcher = await container.resolve<Promise<Dispatcher>>(tokens.dispatcher);
  const jobs = startJobs(application.maintenance, application.usage.writeDownloads, storage, log);
  const mail = await container.resolve<Promise<OpenMailer>>(tokens.mailer);
  const counting = await container.resolve<Promise<OpenRateLimiter>>(tokens.rateLimiter);
  stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping');
    const [finished] = await Promise.all([
      drain(SHUTDOWN_GRACE_MS),
      jobs.stop(),
      verifier.stop(VERIFICATION_GRACE_MS),
      dispatcher.stop(DISPATCH_GRACE_MS),
    ]);
    const written = await application.usage.writeDownloads();
    if (written.isErr()) log.warn({ part: written.error.part }, 'last downloads not written');
    await Promise.all([database.close(), counting.close()]);
    storage.close();
    mail.close();
    log.info({ finished }, 'stopped');
    return finished;
  });
  log.info({ baseUrl: config.baseUrl, dataDir: config.dataDir }, 'ready');
  show(`Ready at ${config.baseUrl}\n`);
};

const listen = (server: Server, { host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = ({ message }: Error): void => reject(new StartProblem(`HOST and PORT cannot be used: ${message}`));
    server.once('error', refuse).listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });

/** What libraries and Node warn of belongs into the log, in its form. */
const logWarnings = (log: Logger): void => {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message));
};

/** After a bug that nobody has caught, no promise about the process's state holds any more. */
const endOnBug = (log: Logger): void => {
  process.on('uncaughtException', (fault) => {
    try {
      log.fatal({ err: fault }, 'ended by a bug');
    } finally {
      process.exit(1);
    }
  });
};
