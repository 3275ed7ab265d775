import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { noteLane } from './contention.js';
import type { ConnectionWatch } from './connection-watch.js';
import { CommitUnknown, ConnectionLost, isLoss, isStalePlan, sqlStateOf, StandbyServer } from './faults.js';
import type { NameStatement } from './statement-names.js';

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A commit that the server itself has refused: the transaction was rolled back, and that is certain. */
const refusedCommit = /^(?:40|23)/;

/**
 * The server has closed, or is about to close, this connection; or the session began when nothing was to be written (25006), and stays so; or its prepared
 * statements are not those that the driver knows of (26000, 42P05).
 */
const ending = /^(?:08|57P|25P03$|25P04$|25006$|26000$|42P05$)/;

const inFailedTransaction = '25P02';

/** All that the beginning of a transaction can ask for and not have: a standby is not able to serialize. */
const notSupported = '0A000';

/** Statements around the beginning of a transaction. */
export interface BeginningParts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const nothingElse: BeginningParts = { before: [], after: [] };

/** One use of a connection, from its acquisition to its release. */
export interface Session extends DatabaseConnection {
  begin(isolation: string | undefined): Promise<void>;
  commit(): Promise<void>;
  /** Never throws. */
  rollback(): Promise<void>;
  release(): Promise<void>;
}

/** Hears the text of each statement, which holds no value of a row, and how long it took. */
export type OnStatement = (text: string, tookMs: number) => void;

/** The driver knows a statement's own limit, its types do not. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout?: number };

/** One use of a connection of the pool. A caller that keeps it longer gets errors, not the next one's transaction. */
export class PooledConnection implements Session {
  readonly #nameOf: NameStatement;
  readonly #watch: ConnectionWatch | undefined;
  readonly #onStatement: OnStatement | undefined;
  readonly #queryTimeoutMs: number | undefined;
  #client: pg.PoolClient | undefined;
  #inTransaction = false;
  #isBroken = false;
  /** Why the transaction cannot commit any more. */
  #fault: Error | undefined;

  /**
   * Where there is a watch, no statement outlasts a connection that is dead without anybody having closed it. The driver gives up after `queryTimeoutMs`,
   * and after what its pool says when that is absent.
   */
  constructor(
    client: pg.PoolClient,
    nameOf: NameStatement,
    watch?: ConnectionWatch,
    onStatement?: OnStatement,
    queryTimeoutMs?: number,
  ) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#watch = watch;
    this.#onStatement = onStatement;
    this.#queryTimeoutMs = queryTimeoutMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    const result = await this.#send<Row & pg.QueryResultRow>(text, parameters);
    const { command, rowCount, rows } = result;
    return writes.has(command) && rowCount !== null ? { numAffectedRows: BigInt(rowCount), rows } : { rows };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('invariant: no query streams its rows');
  }

  /** `atOnce` is what goes with the beginning, in one message. A connection that fails here is not to be used again. */
  async begin(isolation: string | undefined, atOnce: BeginningParts = nothingElse): Promise<void> {
    const begin = isolation === undefined ? 'begin' : `begin isolation level ${isolation}`;
    try {
      await this.#ask([...atOnce.before, begin, ...atOnce.after].join('; '));
    } catch (error) {
      this.#isBroken = true;
      throw sqlStateOf(error) === notSupported ? new StandbyServer(error) : error;
    }
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.#askForCommit();
    this.#inTransaction = false;
    // The answer to a commit is ROLLBACK, without an error, when a statement had failed and its error was lost on the way.
    if (command !== 'COMMIT') throw this.#fault ?? new Error('invariant: a transaction that failed has a fault');
  }

  /** A connection that cannot roll back is closed, and the server rolls back by itself. */
  async rollback(): Promise<void> {
    if (!this.#inTransaction || this.#isBroken) return;
    this.#inTransaction = false;
    try {
      await this.#ask('rollback');
    } catch {
      this.#isBroken = true;
    }
  }

  async release(): Promise<void> {
    const client = this.#demandClient();
    this.#client = undefined;
    client.release(this.#isBroken || this.#inTransaction);
  }

  #demandClient(): pg.PoolClient {
    if (this.#client === undefined) throw new Error('invariant: records are not used after their transaction');
    return this.#client;
  }

  /** A statement without parameters, never prepared. */
  #ask(text: string): Promise<pg.QueryResult> {
    return this.#query({ text }).catch((error: unknown) => this.#explain(error));
  }

  #query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.#demandClient();
    const timeout = this.#queryTimeoutMs;
    const config: TimedQuery = timeout === undefined ? statement : { ...statement, query_timeout: timeout };
    const answer = client.query<Row>(config);
    const watched = this.#watch?.during(client, answer) ?? answer;
    const tell = this.#onStatement;
    if (tell === undefined) return watched;
    const began = performance.now();
    return watched.finally(() => tell(statement.text, performance.now() - began));
  }

  async #askForCommit(): Promise<pg.QueryResult> {
    try {
      return await this.#ask('commit');
    } catch (error) {
      this.#inTransaction = false;
      if (refusedCommit.test(sqlStateOf(error) ?? '')) throw error;
      this.#isBroken = true;
      throw new CommitUnknown(error);
    }
  }

  async #send<Row extends pg.QueryResultRow>(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const values = [...parameters];
    const name = this.#nameOf(text);
    try {
      return await this.#query<Row>(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      noteLane(error, parameters);
      if (!isStalePlan(error)) return this.#explain(error);
      // The other statements of this connection may be as old.
      this.#isBroken = true;
      if (this.#inTransaction) return this.#explain(error);
      return await this.#query<Row>({ text, values }).catch((second: unknown) => this.#explain(second));
    }
  }

  #explain(error: unknown): never {
    const state = sqlStateOf(error);
    if (state === inFailedTransaction && this.#fault !== undefined) throw this.#fault;
    this.#isBroken ||= state === undefined || ending.test(state);
    const fault = isLoss(error) ? new ConnectionLost(error) : error;
    if (this.#inTransaction && fault instanceof Error) this.#fault ??= fault;
    throw fault;
  }
}
