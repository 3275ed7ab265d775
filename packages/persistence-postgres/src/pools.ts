import pg from 'pg';
import { beginSession, type SessionSettings } from './begin-session.js';
import { createTypeParsers } from './integers.js';
import { isPooled, pidOf } from './pid-of.js';

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of the driver, such as `sslmode`. */
  readonly url: string;
  /** Connections for reads and first tries; half as many more serve second tries, and one the questions about the server itself. 10 when absent. */
  readonly poolSize?: number | undefined;
  /** How long somebody waits for a connection, one that is free or a new one. 5,000 ms when absent. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long one statement may take. 60,000 ms when absent. */
  readonly statementTimeoutMs?: number | undefined;
  /** How long one statement waits for what another transaction holds. 5,000 ms when absent. */
  readonly lockTimeoutMs?: number | undefined;
  /** How long a transaction may do nothing before the server ends it. 10,000 ms when absent. */
  readonly idleInTransactionTimeoutMs?: number | undefined;
}

/** The connections for requests and jobs at one moment. */
export interface ConnectionCounts {
  readonly size: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
}

export interface Pools {
  /** For reads and for the first try of transactions. */
  readonly open: pg.Pool;
  /** For transactions that are run again. */
  readonly lanes: pg.Pool;
  /** Of one connection that nobody else can use up, for short questions about the server itself. */
  readonly control: pg.Pool;
  readonly lockTimeoutMs: number;
  /** The numbers of the server's processes behind all connections, but for those that a pooler may give to others at any time. */
  pids(): readonly number[];
  /** Those of `open` and `lanes`. */
  counts(): ConnectionCounts;
  close(): Promise<void>;
}

/** By which the server knows a session that only counts requests. */
export const rateLimitSessionName = 'svc rate limit';

/** How much later than the server, who should have spoken by then, this side gives up. */
const graceMs = 5000;

/** An answer about the server itself is not worth waiting for; a connection to ask over is, as much as any other. */
const controlTimeoutMs = 1000;

/**
 * Reading a table from end to end makes a serializable transaction depend on everybody who writes to it. All queries have their index, but the planner
 * ignores those of small tables. What such a plan is said to cost would set the compiler to work.
 */
const planning: SessionSettings = { enable_seqscan: 'off', jit: 'off' };

/** This side closes what nobody uses. */
const idleTimeoutMs = 60_000;

/** After so long the server believes that nobody is there any more who would close it. */
const idleSessionTimeoutMs = idleTimeoutMs + 30_000;

/** After so long without a sign of life each side asks for one. */
const keepAliveIdleSeconds = 5;

/**
 * By its own defaults a server notices after two hours that a host is gone. Here it does after ten seconds, whether the host should have said that it has
 * got something or was just asked whether it lives.
 */
export const livenessSettings: SessionSettings = {
  idle_session_timeout: String(idleSessionTimeoutMs),
  tcp_keepalives_idle: String(keepAliveIdleSeconds),
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

const openPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(config);
  // The pool drops a connection that fails, and its user is told by the next statement. Without listeners a server that stops would end this
  // process: an idle connection tells the pool, and one that is in use, or only just made, tells its listeners.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export const openPools = (options: PoolOptions & { readonly laneWaitMs: number }): Pools => {
  const { poolSize = 10, statementTimeoutMs = 60_000, lockTimeoutMs = 5000, connectTimeoutMs = 5000 } = options;
  const settings: SessionSettings = {
    ...planning,
    ...livenessSettings,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(options.idleInTransactionTimeoutMs ?? 10_000),
  };
  const shared: pg.PoolConfig = {
    connectionString: options.url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + graceMs,
    onConnect: beginSession(settings, connectTimeoutMs),
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveIdleSeconds * 1000,
    fallback_application_name: 'svc',
    types: createTypeParsers(),
  };
  const pools = {
    open: openPool({ ...shared, max: poolSize }),
    lanes: openPool({ ...shared, max: Math.ceil(poolSize / 2), connectionTimeoutMillis: options.laneWaitMs }),
    control: openPool({
      ...shared,
      max: 1,
      query_timeout: controlTimeoutMs,
      onConnect: beginSession({ ...settings, statement_timeout: String(controlTimeoutMs) }, connectTimeoutMs),
    }),
  };
  const pids = new Set<number>();
  for (const pool of Object.values(pools)) {
    pool.on('connect', (client) => {
      const pid = pidOf(client);
      if (pid !== undefined && !isPooled(client)) pids.add(pid);
    });
    pool.on('remove', (client) => {
      const pid = pidOf(client);
      if (pid !== undefined) pids.delete(pid);
    });
  }
  return {
    ...pools,
    lockTimeoutMs,
    pids: () => [...pids],
    counts: () => {
      const { open, lanes } = pools;
      return {
        size: open.totalCount + lanes.totalCount,
        idle: open.idleCount + lanes.idleCount,
        waiting: open.waitingCount + lanes.waitingCount,
      };
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
};
