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
import { createStatementNames, type NameStatement } from './statement-names.js';

const demandPooled = (connection: DatabaseConnection): PooledConnection => {
  if (connection instanceof PooledConnection) return connection;
  throw new Error('invariant: a driver gets its own connections back');
};

/** Connections of a pool that somebody else closes. */
class PoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #nameOf: NameStatement;

  constructor(pool: pg.Pool, nameOf: NameStatement) {
    this.#pool = pool;
    this.#nameOf = nameOf;
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

/** The bytes of "svc", plus 1: the first half of the names of these locks. */
const laneLocks = 7_566_948;

/**
 * A lane in which transactions are run again that others got in the way of: whoever has a connection of it is alone in it, on all servers. The lock is
 * taken before the transaction begins and sees the world, so that it sees what the one before it has done.
 */
class LaneDriver extends PoolDriver {
  readonly #lock: string;

  constructor(pool: pg.Pool, nameOf: NameStatement, lane: number) {
    super(pool, nameOf);
    this.#lock = `${laneLocks}, ${lane}`;
  }

  override async acquireConnection(): Promise<PooledConnection> {
    const connection = await super.acquireConnection();
    try {
      await connection.ask(`select pg_advisory_lock(${this.#lock})`);
      return connection;
    } catch (error) {
      connection.breakOff();
      connection.release();
      throw error;
    }
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    // The lock goes with a connection that does not answer any more.
    const pooled = demandPooled(connection);
    await pooled.ask(`select pg_advisory_unlock(${this.#lock})`).catch(() => pooled.breakOff());
    await super.releaseConnection(pooled);
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

export const poolDialect = (pool: pg.Pool): Dialect => dialectOf(new PoolDriver(pool, createStatementNames()));

/** The dialects of all lanes over one pool. */
export const laneDialects = (pool: pg.Pool): ((lane: number) => Dialect) => {
  const nameOf = createStatementNames();
  return (lane) => dialectOf(new LaneDriver(pool, nameOf, lane));
};
