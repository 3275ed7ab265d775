import type { UnitOfWork } from '@svc/core';
import {
  createSqlUnitOfWork,
  directQueries,
  directTransaction,
  migrate,
  type RunTransaction,
  type Schema,
} from '@svc/persistence-sql';
import { Kysely, SqliteDriver } from 'kysely';
import { ImmediateSqliteDialect } from './immediate-dialect.js';
import { openConnection } from './open-connection.js';
import { claimDatabase } from './process-lock.js';
import { sqliteDialect } from './sqlite-dialect.js';
import { withStatementCache } from './statement-cache.js';

export interface SqliteDatabaseOptions {
  /** A file in a folder that exists; it is made when it is not there. SQLite keeps its log beside it, and `<path>.lock`. */
  readonly path: string;
  /**
   * Whether this process claims the file, as a server does: of two that claim it, the second is refused. A short-lived tool that changes a few rows
   * beside a running server opens the file without a claim; their transactions wait for one another. True when absent.
   */
  readonly exclusive?: boolean;
}

export interface SqliteDatabase {
  readonly unitOfWork: UnitOfWork;
  /** Waits for the transaction that is running, then closes the file. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the database file, brings its schema to the newest step and answers all records from it. Throws `DatabaseInUseError` when another process
 * has claimed it, and `NewerSchemaError` for a file that a later version has written.
 */
export const openSqliteDatabase = async ({ path, exclusive = true }: SqliteDatabaseOptions): Promise<SqliteDatabase> => {
  const claim = exclusive ? claimDatabase(path) : undefined;
  const opened: { destroy(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each.destroy();
    claim?.release();
  };
  try {
    const dialect = new ImmediateSqliteDialect(openConnection(path, { readonly: false }));
    const writing = new Kysely<Schema>({ dialect });
    opened.push(writing);
    await migrate(writing, sqliteDialect);
    const reader = new SqliteDriver({ database: withStatementCache(openConnection(path, { readonly: true })) });
    opened.push(reader);
    await reader.init();
    const reading = directQueries(dialect, await reader.acquireConnection());
    const transaction: RunTransaction = (work) =>
      writing.transaction().execute((begun) => directTransaction(dialect, begun, work));
    const unitOfWork = createSqlUnitOfWork({ reading, transaction, dialect: sqliteDialect });
    const idle = (): Promise<void> => writing.connection().execute(() => Promise.resolve());
    return { unitOfWork, close: () => idle().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
};
