import type { CompiledQuery, QueryResult } from 'kysely';
import { laneFor } from './contention.js';
import { QueueTimeout } from './faults.js';
import type { PooledConnection, Session } from './pooled-connection.js';
import type { EnterQueue } from './queues.js';

/** How the records hold a row before they look at anything else. */
const holds = /^update /;

/**
 * The first try of a transaction. It begins with its first statement, and when that one holds a row, first waits for its turn among those of this
 * process that hold the same: all but one would be rolled back. Who waits has no connection, so that others can work meanwhile.
 */
export class QueuedSession implements Session {
  readonly #connect: () => Promise<PooledConnection>;
  readonly #enterQueue: EnterQueue;
  readonly #queueTimeoutMs: number;
  #isolation: string | undefined;
  #connection: Promise<PooledConnection> | undefined;
  #endDeliveryLease: (() => void) | undefined;
  #isOver = false;

  constructor(connect: () => Promise<PooledConnection>, enterQueue: EnterQueue, queueTimeoutMs: number) {
    this.#connect = connect;
    this.#enterQueue = enterQueue;
    this.#queueTimeoutMs = queueTimeoutMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = await (this.#connection ??= this.#start(query));
    return connection.executeQuery<Row>(query);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('invariant: no query streams its rows');
  }

  begin(isolation: string | undefined): Promise<void> {
    this.#isolation = isolation;
    return Promise.resolve();
  }

  async commit(): Promise<void> {
    const connection = await this.#begun();
    await connection?.commit();
  }

  async rollback(): Promise<void> {
    const connection = await this.#begun();
    await connection?.rollback();
  }

  async release(): Promise<void> {
    this.#isOver = true;
    const connection = await this.#begun();
    await connection?.release();
    this.#endDeliveryLease?.();
  }

  /** The connection, once the first statement, which may be still on its way when the transaction ends, has one. */
  async #begun(): Promise<PooledConnection | undefined> {
    try {
      return await this.#connection;
    } catch {
      return undefined;
    }
  }

  async #start({ sql: text, parameters }: CompiledQuery): Promise<PooledConnection> {
    if (this.#isOver) throw new Error('invariant: records are not used after their transaction');
    if (holds.test(text)) {
      this.#endDeliveryLease = await this.#enterQueue(laneFor(parameters), this.#queueTimeoutMs);
      if (this.#endDeliveryLease === undefined) throw new QueueTimeout();
    }
    const connection = await this.#connect();
    try {
      await connection.begin(this.#isolation);
      return connection;
    } catch (error) {
      await connection.release();
      throw error;
    }
  }
}
