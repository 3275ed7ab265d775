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
import { ConnectionLost, isLoss } from './faults.js';
import { PooledConnection, type Session } from './pooled-connection.js';
import { QueuedSession } from './queued-session.js';
import { createStatementNames } from './statement-names.js';
import type { EnterQueue } from './queues.js';

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

const connectTo = async (pool: pg.Pool): Promise<PooledConnection> => {
  try {
    return new PooledConnection(await pool.connect(), nameOf);
  } catch (error) {
    throw isLoss(error) ? new ConnectionLost(error) : error;
  }
};

/** The bytes of "svc", plus 1: the first half of the names of these locks. */
const laneLocks = 7_566_948;

/**
 * A lane in which transactions are run again that others got in the way of: the holder of its connection is alone in it, on all servers. The lock is
 * taken before the transaction begins and sees the world, so that it sees what the one before it has done.
 */
class LaneDriver extends SessionDriver<PooledConnection> {
  readonly #unlock: string;

  constructor(pool: pg.Pool, lane: number) {
    super(async () => {
      const connection = await connectTo(pool);
      try {
        await connection.ask(`select pg_advisory_lock(${laneLocks}, ${lane})`);
        return connection;
      } catch (error) {
        connection.breakOff();
        await connection.release();
        throw error;
      }
    });
    this.#unlock = `select pg_advisory_unlock(${laneLocks}, ${lane})`;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const session = this.sessionOf(connection);
    // The lock goes with a connection that does not answer any more.
    await session.ask(this.#unlock).catch(() => session.breakOff());
    await session.release();
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** For queries alone, each on whichever connection is free. */
export const poolQueries = (pool: pg.Pool): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const session = await connectTo(pool);
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
export const poolDialect = (pool: pg.Pool): Dialect => dialectOf(new SessionDriver(() => connectTo(pool)));

/** For the first try of transactions. */
export const queuedDialect = (pool: pg.Pool, enterQueue: EnterQueue, queueTimeoutMs: number): Dialect =>
  dialectOf(new SessionDriver(async () => new QueuedSession(() => connectTo(pool), enterQueue, queueTimeoutMs)));

/** For transactions that are run again. */
export const laneDialect = (pool: pg.Pool, lane: number): Dialect => dialectOf(new LaneDriver(pool, lane));
