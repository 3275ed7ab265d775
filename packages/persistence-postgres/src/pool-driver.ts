import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ConnectionLost, sqlStateOf } from './faults.js';
import { PooledConnection } from './pooled-connection.js';
import { createStatementNames } from './statement-names.js';

const demandPooled = (connection: DatabaseConnection): PooledConnection => {
  if (connection instanceof PooledConnection) return connection;
  throw new Error('invariant: a driver gets its own connections back');
};

/** Connections of a pool that somebody else closes. */
class PoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #nameOf = createStatementNames();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PooledConnection> {
    try {
      return new PooledConnection(await this.#pool.connect(), this.#nameOf);
    } catch (error) {
      throw sqlStateOf(error) === undefined ? new ConnectionLost(error) : error;
    }
  }

  beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    return demandPooled(connection).begin(isolationLevel);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return demandPooled(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return demandPooled(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    demandPooled(connection).release();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

/** The bytes of "svc", and which of its locks. */
const laneLock = '7566947, 2';

/**
 * The lane in which transactions are run again that others got in the way of: whoever has one of its connections is alone in it, on all servers. The
 * lock is taken before the transaction begins and sees the world, so that it sees what the one before it has done.
 */
class LaneDriver extends PoolDriver {
  override async acquireConnection(): Promise<PooledConnection> {
    const connection = await super.acquireConnection();
    try {
      await connection.ask(`select pg_advisory_lock(${laneLock})`);
      return connection;
    } catch (error) {
      connection.breakOff();
      connection.release();
      throw error;
    }
  }

  override async releaseConnection(connection: PooledConnection): Promise<void> {
    // The lock goes with a connection that does not answer any more.
    await connection.ask(`select pg_advisory_unlock(${laneLock})`).catch(() => connection.breakOff());
    await super.releaseConnection(connection);
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

export const poolDialect = (pool: pg.Pool): Dialect => dialectOf(new PoolDriver(pool));

/** The pool must have one connection: those who wait for the lane wait for it, and keep none of the others. */
export const laneDialect = (pool: pg.Pool): Dialect => dialectOf(new LaneDriver(pool));
