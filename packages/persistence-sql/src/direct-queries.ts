import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from './schema.js';

/**
 * Gives queries to a connection as they come. Kysely's own way acquires and releases one around each query, which with SQLite takes longer than the
 * answer.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  #isOver = false;

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
    this.#connection = connection;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('invariant: records are not used after their transaction');
    return this.#connection.executeQuery(query);
  }

  end(): void {
    this.#isOver = true;
  }
}

/** Queries over connections that nobody has to wait for. The maker of a connection closes it. */
export interface DirectQueries {
  over(connection: DatabaseConnection): Kysely<Schema>;
  /** For the work of a transaction on its connection. What the work leaves running gets errors, not the next one's transaction. */
  during<T>(connection: DatabaseConnection, work: (queries: Kysely<Schema>) => Promise<T>): Promise<T>;
}

/** Compiles for all connections alike, since making a compiler takes longer than some transactions. */
export const createDirectQueries = (dialect: Dialect): DirectQueries => {
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const parts = { config: { dialect }, dialect, driver: new DummyDriver() };
  const over = (executor: DirectExecutor): Kysely<Schema> => new Kysely({ executor, ...parts });
  return {
    over: (connection) => over(new DirectExecutor(compiler, adapter, connection)),
    during: async (connection, work) => {
      const executor = new DirectExecutor(compiler, adapter, connection);
      try {
        return await work(over(executor));
      } finally {
        executor.end();
      }
    },
  };
};
