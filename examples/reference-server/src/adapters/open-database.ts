import type { Clock, UnitOfWork } from '@svc/core/ports';
import { nodeClock } from '@svc/node';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { DatabaseSettings } from '../config/config.js';
import { makeDirectory } from '../data-dir.js';
import type { PoolState } from '../metrics/pool-metrics.js';
import { withoutSecrets } from '../log/without-secrets.js';
import { StartProblem } from '../start-problem.js';
import { reasonAtBottom } from './reason-at-bottom.js';

/** The chosen database. */
export interface Database {
  readonly unitOfWork: UnitOfWork;
  /** What all processes that share the database agree on. */
  readonly clock: Clock;
  /** Of this process; none with SQLite. */
  readonly connections: () => PoolState;
  /** Waits for what is running; nothing may be asked afterwards. */
  close(): Promise<void>;
}

type Log = Pick<Logger, 'info' | 'warn'>;

export interface DatabaseHooks {
  readonly isServer: boolean;
  /** Hears for how long each use of a connection was waited for. */
  readonly onConnection?: (waitedMs: number) => void;
  /** From how long on a statement is logged; none is when absent. */
  readonly slowQueryMs?: number | undefined;
}

/** What took so long, for the log: the text of a statement has placeholders where values are. */
const slowStatements =
  (log: Log, slowQueryMs: number) =>
  (statement: string, tookMs: number): void => {
    if (tookMs >= slowQueryMs) log.warn({ ms: Math.round(tookMs), statement }, 'slow statement');
  };

const noConnections: PoolState = { size: 0, idle: 0, waiting: 0 };

/**
 * Opens the chosen database and brings its schema up to date; the adapter of the other one is not even loaded. `isServer`: this process claims a
 * file for itself, and makes a database where there is none. To anybody else a missing one is a `StartProblem`: it was looked for in the wrong place.
 */
export const openDatabase = (settings: DatabaseSettings, log: Log, hooks: DatabaseHooks): Promise<Database> =>
  settings.kind === 'postgres' ? openPostgres(settings, log, hooks) : openSqlite(settings.path, log, hooks);

/** As much as SQLite's log takes before it begins again at its beginning. */
const databaseReserveBytes = 4 * 1024 * 1024;

const openSqlite = async (path: string, log: Log, { isServer, slowQueryMs }: DatabaseHooks): Promise<Database> => {
  const { MissingDatabaseError, openSqliteDatabase } = await import('@svc/persistence-sqlite');
  try {
    if (isServer) makeDirectory(dirname(path));
    const database = await openSqliteDatabase({
      path,
      exclusive: isServer,
      mustExist: !isServer,
      reserveBytes: databaseReserveBytes,
      checkNesting: false,
      ...(slowQueryMs !== undefined && { onStatement: slowStatements(log, slowQueryMs) }),
      onUnavailable: ({ code, message }) => log.warn({ code, reason: message }, 'the database is unavailable'),
    });
    return { unitOfWork: database.unitOfWork, clock: nodeClock, connections: () => noConnections, close: () => database.close() };
  } catch (fault) {
    if (fault instanceof MissingDatabaseError) throw missing(`at ${path}; DATA_DIR or DATABASE_URL says where it is`);
    // What has a code comes from SQLite or the system, and seldom says which file it is about.
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    throw new StartProblem(`the database ${path} cannot be used: ${fault.message}`);
  }
};

const missing = (where: string): StartProblem =>
  new StartProblem(`there is no database of a server ${where}, and svc-server serve makes it`);

const openPostgres = async (
  { url, poolSize }: Extract<DatabaseSettings, { readonly kind: 'postgres' }>,
  log: Log,
  { isServer, onConnection, slowQueryMs }: DatabaseHooks,
): Promise<Database> => {
  const { MissingDatabaseError, openPostgresDatabase } = await import('@svc/persistence-postgres');
  try {
    return await openPostgresDatabase({
      url,
      poolSize,
      mustExist: !isServer,
      checkNesting: false,
      onWarning: ({ setting, value, message }) => log.warn({ setting, value }, message),
      onUnavailable: ({ sqlState, message }) =>
        log.warn({ sqlState, reason: withoutSecrets(message) }, 'the database is unavailable'),
      ...(onConnection && { onConnection }),
      ...(slowQueryMs !== undefined && { onStatement: slowStatements(log, slowQueryMs) }),
    });
  } catch (fault) {
    if (fault instanceof MissingDatabaseError) throw missing('where DATABASE_URL leads');
    throw new StartProblem(`DATABASE_URL cannot be used: ${withoutSecrets(reasonAtBottom(fault))}`);
  }
};
