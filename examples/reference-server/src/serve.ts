import { answerStarting, configureServer, createDrain } from '@svc/http-koa';
import { idleBetweenRequests, startJobs } from '@svc/node';
import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { claimKeys, knowsKeys } from './claim-keys.js';
import type { Storage } from './adapters/open-storage.js';
import type { Config } from './config/config.js';
import { createContainer } from './container.js';
import { letOwnerIn } from './first-start.js';
import { demandKeptKeys } from './keys.js';
import { httpLog } from './log/http-log.js';
import { jobLog } from './log/job-log.js';
import { measuredJobs } from './metrics/measured-jobs.js';
import type { ServerLife } from './server-life.js';
import { startHints } from './start-hints.js';
import { StartProblem } from './start-problem.js';
import { createStarting } from './starting.js';
import { tokens } from './tokens.js';
import { version } from './version.js';

/** Runs the server until `life` ends it; resolves when it is ready. `show` writes to the person at the terminal. */
export const serve = async (config: Config, log: Logger, show: (text: string) => void, life: ServerLife): Promise<void> => {
  life.begin(log);
  // The port comes first: a second server that is started by mistake ends before it has touched any data.
  const starting = createStarting(answerStarting(config, httpLog(log)));
  const server = configureServer(createServer({ requireHostHeader: false }, starting.listener));
  const drain = createDrain(server);
  const idle = idleBetweenRequests(server);
  await listen(server, config);

  const container = createContainer(config, log, { isServer: true, idle, bundle: life.bundle });
  const database = await container.resolve(tokens.database);
  if (config.encryptionKeys === undefined && (await knowsKeys(database))) demandKeptKeys(config.dataDir);
  await claimKeys(database, container.resolve(tokens.encryptionKeys));
  const storage = await container.resolve(tokens.storage);
  const application = await container.resolve(tokens.application);
  const handler = await container.resolve(tokens.httpHandler);
  await letOwnerIn(application, config.admin, show);
  const measuring = container.resolve(tokens.measuring);
  const pages = await container.resolve(tokens.console);
  const tracing = await container.resolve(tokens.tracing);
  const answer = tracing?.before(handler.callback()) ?? handler.callback();
  starting.ready(pages?.before(answer) ?? answer);

  const jobs = startJobs(application, { ...measuredJobs(jobLog(log), measuring), removeLeftovers: storage.removeLeftovers });
  const mail = await container.resolve(tokens.mailer);
  const counting = await container.resolve(tokens.rateLimiter);
  life.endWith(async (signal, graceMs) => {
    log.info({ signal }, 'stopping');
    const drained = drain(graceMs);
    await jobs.stop(drained);
    const finished = await drained;
    await Promise.all([database.close(), counting.close()]);
    storage.close();
    mail.close();
    await tracing?.close();
    log.info({ finished }, 'stopped');
    return finished;
  });
  for (const hint of startHints(config)) {
    log.warn({ setting: hint.setting }, hint.text);
    show(`Note: ${hint.text}\n`);
  }
  log.info({ version, baseUrl: config.baseUrl, dataDir: config.dataDir }, 'ready');
  show(`Ready at ${config.baseUrl} (svc-server ${version})\n`);
  // What it loads would make the start longer.
  await measuring.begin();
  await warnOfBucket(storage, pagesOf(config, pages !== undefined), log, show);
};

/** Whose pages use signed URLs: the console's, which is where the service is, and those of the operator. */
const pagesOf = ({ baseUrl, corsOrigins }: Config, hasConsole: boolean): readonly string[] => [
  ...new Set([...(hasConsole ? [new URL(baseUrl).origin] : []), ...corsOrigins]),
];

/** A bucket that lets no page in looks to people as if nothing could be previewed, downloaded or uploaded, and says why to nobody. */
const warnOfBucket = async (
  { findCorsGap }: Storage,
  origins: readonly string[],
  log: Logger,
  show: (text: string) => void,
): Promise<void> => {
  if (findCorsGap === undefined) return;
  const gap = await findCorsGap(origins);
  if (gap === undefined) {
    log.info({ origins }, 'bucket asked for pages');
    return;
  }
  log.warn({ setting: 'S3_BUCKET' }, gap);
  show(`Note: ${gap}\n`);
};

const listen = (server: Server, { host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = ({ message }: Error): void => reject(new StartProblem(`HOST and PORT cannot be used: ${message}`));
    server.once('error', refuse).listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
