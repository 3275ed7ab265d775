import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { ConnectionWatch } from './connection-watch.js';
import { ConnectionLost } from './faults.js';
import { type BeginningParts, type OnStatement, PooledConnection, type Session } from './pooled-connection.js';
import { lockingLanes } from './lane-locks.js';
import { QueuedSession, type QueueTerms } from './queued-session.js';
import { createStatementNames } from './statement-names.js';

/** Makes sessions of the given kind. Whatever pool they come from, somebody else closes it. */
class SessionDriver<Kind extends Session> implements Driver {
  readonly #open: () => Promise<Kind>;
  readonly #sessions = new WeakMap<DatabaseConnection, Kind>();

  constructor(open: () => Promise<Kind>) {
    this.#open = open;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<Kind> {
    const session = await this.#open();
    this.#sessions.set(session, session);
    return session;
  }

  beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    return this.sessionOf(connection).begin(isolationLevel);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.sessionOf(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.sessionOf(connection).rollback();
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.sessionOf(connection).release();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }

  protected sessionOf(connection: DatabaseConnection): Kind {
    const session = this.#sessions.get(connection);
    if (session === undefined) throw new Error('invariant: a driver gets its own connections back');
    return session;
  }
}

/** One for all drivers, since several use one pool, and a connection knows a name by one text. */
const nameOf = createStatementNames();

export interface WatchedPool {
  readonly pool: pg.Pool;
  /** Absent where every statement has so little time that it need not be watched. */
  readonly watch?: ConnectionWatch;
  /** Hears for how long each use of a connection was waited for. */
  readonly onConnection?: ((waitedMs: number) => void) | undefined;
  readonly onStatement?: OnStatement | undefined;
  /** After how long the driver gives a statement up; what the pool says when absent. */
  readonly queryTimeoutMs?: number;
}

const connectTo = async (watched: WatchedPool): Promise<PooledConnection> => {
  const { pool, watch, onConnection, onStatement, queryTimeoutMs } = watched;
  const began = performance.now();
  for (;;) {
    const client = await pool.connect().catch((error: unknown) => {
      throw new ConnectionLost(error);
    });
    if (watch?.isDoubtful(client) !== true) {
      onConnection?.(performance.now() - began);
      return new PooledConnection(client, nameOf, watch, onStatement, queryTimeoutMs);
    }
    // Saying goodbye to somebody who may be dead would keep a slot of the pool.
    client.connection.stream.destroy();
    client.release(true);
  }
};

/** Lanes in which transactions are run again that others got in the way of: one at a time in each, on all servers. */
class LaneDriver extends SessionDriver<PooledConnection> {
  readonly #lock: BeginningParts;

  constructor(watched: WatchedPool, lanes: readonly number[]) {
    super(() => connectTo(watched));
    this.#lock = lockingLanes(lanes);
  }

  override beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    return this.sessionOf(connection).begin(isolationLevel, this.#lock);
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** For queries alone, each on whichever connection is free. */
export const poolQueries = (watched: WatchedPool): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const session = await connectTo(watched);
    try {
      return await session.executeQuery<Row>(query);
    } finally {
      await session.release();
    }
  },
  streamQuery: () => {
    throw new Error('invariant: no query streams its rows');
  },
});

/** For queries, and for transactions that need no turn. */
export const poolDialect = (watched: WatchedPool): Dialect => dialectOf(new SessionDriver(() => connectTo(watched)));

/** For the first try of transactions. */
export const queuedDialect = (watched: WatchedPool, terms: QueueTerms): Dialect =>
  dialectOf(new SessionDriver(async () => new QueuedSession(() => connectTo(watched), terms)));

/** For transactions that are run again. */
export const laneDialect = (watched: WatchedPool, lanes: readonly number[]): Dialect => dialectOf(new LaneDriver(watched, lanes));
