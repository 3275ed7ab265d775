import type { CompiledQuery, QueryResult } from 'kysely';
import type { ContendedLanes } from './contended-lanes.js';
import { laneFor, noteLane } from './contention.js';
import { QueueTimeout, RowHeld, sqlStateOf } from './faults.js';
import { lockingLanes } from './lane-locks.js';
import type { BeginningParts, PooledConnection, Session } from './pooled-connection.js';
import type { EnterQueue } from './queues.js';

/** How the records hold a row before they look at anything else. */
const holds = /^update /;

const lockTimeout = '55P03';

const rowHeld = (parameters: readonly unknown[], cause?: unknown): RowHeld => {
  const fault = new RowHeld(cause);
  noteLane(fault, parameters);
  return fault;
};

export interface QueueTerms {
  readonly enterQueue: EnterQueue;
  readonly timeoutMs: number;
  readonly contended: Pick<ContendedLanes, 'has'>;
  /** Lanes of rows that somebody holds for long. */
  readonly held: Pick<ContendedLanes, 'has'>;
  /** How long a transaction that has no turn waits for a row. */
  readonly lockTimeoutMs: number;
}

/**
 * The first try of a transaction. It begins with its first statement, and when that one holds a row, first waits for its turn among those of this
 * process that hold the same: all but one would be rolled back. Who waits has no connection, so that others can work meanwhile.
 *
 * One that looks at something first has no turn, so of these any number could wait for one row, each with a connection that others need. It waits for a
 * moment only, and not at all for a row that another one has waited for in vain: then it is run again, in its turn.
 *
 * Where several want the row, in this process or in another one, it takes its turn among those of all: else one that is run again would find the row held by somebody new each time.
 */
export class QueuedSession implements Session {
  readonly #connect: () => Promise<PooledConnection>;
  readonly #terms: QueueTerms;
  #isolation: string | undefined;
  #connection: Promise<PooledConnection> | undefined;
  #endTurn: (() => void) | undefined;
  #isOver = false;

  constructor(connect: () => Promise<PooledConnection>, terms: QueueTerms) {
    this.#connect = connect;
    this.#terms = terms;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const connection = await (this.#connection ??= this.#start(query));
    return this.#endTurn === undefined ? this.#withoutTurn<Row>(connection, query) : connection.executeQuery<Row>(query);
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
    this.#endTurn?.();
  }

  async #withoutTurn<Row>(connection: PooledConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    if (holds.test(text) && this.#terms.held.has(laneFor(parameters))) throw rowHeld(parameters);
    try {
      return await connection.executeQuery<Row>(query);
    } catch (error) {
      throw sqlStateOf(error) === lockTimeout ? rowHeld(parameters, error) : error;
    }
  }

  #beginningOf(lane: number | undefined): BeginningParts | undefined {
    if (lane === undefined) return { before: [], after: [`set local lock_timeout = ${this.#terms.lockTimeoutMs}`] };
    return this.#terms.contended.has(lane) ? lockingLanes([lane]) : undefined;
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
    const lane = holds.test(text) ? laneFor(parameters) : undefined;
    if (lane !== undefined) {
      this.#endTurn = await this.#terms.enterQueue(lane, this.#terms.timeoutMs);
      if (this.#endTurn === undefined) throw new QueueTimeout();
    }
    const connection = await this.#connect();
    try {
      await connection.begin(this.#isolation, this.#beginningOf(lane));
      return connection;
    } catch (error) {
      await connection.release();
      throw error;
    }
  }
}
