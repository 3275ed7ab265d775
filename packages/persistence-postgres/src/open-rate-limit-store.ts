import pg from 'pg';
import { beginSession } from './begin-session.js';
import { createTypeParsers } from './integers.js';
import { livenessSettings, rateLimitSessionName } from './pools.js';
import { withoutParameter } from './url-parameters.js';

export interface RateLimitStoreOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of the driver, such as `sslmode`. */
  readonly url: string;
  /** Connections for counting alone. 2 when absent. */
  readonly poolSize?: number | undefined;
  /** How long a count may take, and how long it may wait for a connection. 1,000 ms when absent. */
  readonly timeoutMs?: number | undefined;
}

/** Where several processes count requests together, as `@svc/http-koa/shared-rate-limit` takes it. */
export interface RateLimitStore {
  readonly kind: 'postgres';
  readonly client: { query(statement: pg.QueryConfig): Promise<pg.QueryResult> };
  readonly table: string;
  close(): Promise<void>;
}

const table = 'rate_limits';

/** The bytes of "svc", and which of its locks. */
const tableLock = '7566947, 3';

/**
 * What is counted is worth nothing after a crash, so it costs no write-ahead log. It is no part of the schema: the records know nothing of it. Two
 * processes that make one table at once get in each other's way, so they take turns.
 */
const makeTable = `select pg_advisory_xact_lock(${tableLock});
create unlogged table if not exists ${table} (key text primary key, points integer not null, expire bigint)`;

/**
 * Connections of their own, so that counting waits for nobody's transactions and takes nobody's connection. It connects at the first count, and makes
 * the table before that; while the database is away a count rejects.
 */
export const openRateLimitStore = ({ url, poolSize = 2, timeoutMs = 1000 }: RateLimitStoreOptions): RateLimitStore => {
  // By its name others know that this is nobody who writes.
  const pool = new pg.Pool({
    connectionString: withoutParameter(url, 'application_name'),
    max: poolSize,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    onConnect: beginSession({ ...livenessSettings, statement_timeout: String(timeoutMs) }, timeoutMs),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: rateLimitSessionName,
    types: createTypeParsers(),
  });
  // The pool has dropped the connection already. Without a listener a server that stops would end this process.
  pool.on('error', () => undefined);
  let making: Promise<unknown> | undefined;
  const madeTable = (): Promise<unknown> =>
    (making ??= pool.query(makeTable).catch((error: unknown) => {
      making = undefined;
      throw error;
    }));
  const query = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    await madeTable();
    return pool.query(statement);
  };
  return { kind: 'postgres', client: { query }, table, close: () => pool.end() };
};
