import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import type { Logger } from 'pino';
import type { ServerLife, StopServer } from './server-life.js';

/** How long transfers may go on after the server was told to stop. */
const SHUTDOWN_GRACE_MS = 60_000;
/** One Ctrl-C can arrive twice: from the terminal, and passed on by whatever started the server. */
const SAME_SIGNAL_WITHIN_MS = 250;
/**
 * Of a host with several addresses Node gives each but the last a quarter of a second to answer, and never comes back to it: less than an answer takes from
 * another continent, where the rest may be addresses of IPv6 that are out of reach from here. So long is enough for one that comes at the second try, too.
 */
const ADDRESS_MS = 1500;

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

/**
 * Runs `stop` at the first SIGTERM, SIGINT or SIGHUP and then ends the process; a second signal ends it at once.
 * The exit code is 0 when `stop` resolved to true.
 */
const stopOnSignal = (stop: StopServer): void => {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void stop(signal, SHUTDOWN_GRACE_MS).then((clean) => process.exit(clean ? 0 : 1));
    } else if (performance.now() - firstAt > SAME_SIGNAL_WITHIN_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
};

/** The server is what the process is for, and ends with it. */
export const ownProcess: ServerLife = {
  bundle: import.meta.dirname,
  begin: (log) => {
    setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS);
    endOnBug(log);
    logWarnings(log);
  },
  endWith: stopOnSignal,
};
