import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.js';

/**
 * Gives queries to a connection as they come. Kysely's own way acquires and releases one around each query, which with SQLite takes longer than the
 * answer.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  #isOver = false;

  constructor(dialect: Dialect, connection: DatabaseConnection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection: (consumer) => consumer(connection) });
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

const over = (dialect: Dialect, executor: DirectExecutor): Kysely<Schema> =>
  new Kysely({ config: { dialect }, dialect, driver: new DummyDriver(), executor });

/** Queries over a connection that nobody has to wait for. Whoever made the connection closes it. */
export const directQueries = (dialect: Dialect, connection: DatabaseConnection): Kysely<Schema> =>
  over(dialect, new DirectExecutor(dialect, connection));

/** Runs the work of a transaction on its connection. What the work leaves running gets errors, not the next one's transaction. */
export const directTransaction = <T>(
  dialect: Dialect,
  transaction: Transaction<Schema>,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  transaction.getExecutor().provideConnection(async (connection) => {
    const executor = new DirectExecutor(dialect, connection);
    try {
      return await work(over(dialect, executor));
    } finally {
      executor.end();
    }
  });
