import type { UnitOfWork } from '@svc/core/ports';
import {
  createDirectQueries,
  createSqlUnitOfWork,
  migrate,
  migrations,
  MissingDatabaseError,
  type NestingOption,
  type Schema,
} from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import { type DatabaseConnection, Kysely, SqliteDriver } from 'kysely';
import { existsSync } from 'node:fs';
import { reasonOf, type UnavailableReason } from './classify-error.js';
import { createDiskReserve, type DiskReserve } from './disk-reserve.js';
import { createInPlaceCheck } from './file-in-place.js';
import { ImmediateSqliteDialect } from './immediate-dialect.js';
import { createImmediateTransactions } from './immediate-transactions.js';
import { onceMoreWithRoom } from './once-more-with-room.js';
import { busyTimeoutMs, openConnection } from './open-connection.js';
import { claimDatabase } from './process-lock.js';
import { sqliteDialect } from './sqlite-dialect.js';
import { withTimes } from './with-times.js';
import { withStatementCache } from './statement-cache.js';

export interface SqliteDatabaseOptions extends NestingOption {
  /** A file in a folder that exists; it is made when it is not there. SQLite keeps its log beside it, and `<path>.lock`; beside what it leads to, where it is a symbolic link. */
  readonly path: string;
  /**
   * Whether this process claims the file, as a server does: of two that claim it, the second is refused. A short-lived tool that changes a few rows
   * beside a running server opens the file without a claim; its transactions wait half a minute for another's, those of a server a second. True when absent.
   */
  readonly exclusive?: boolean | undefined;
  /** Whether the database has to be there already; false when absent. */
  readonly mustExist?: boolean | undefined;
  /**
   * So many bytes are kept in `<path>-reserve` for a disk that is full, where whatever is deleted must be written first. They are given up then, and taken
   * again when there is room. None when absent; for a process that claims the file.
   */
  readonly reserveBytes?: number | undefined;
  /** Called with the text of each statement, which holds no value of a row, and how long it took. */
  readonly onStatement?: ((text: string, tookMs: number) => void) | undefined;
  /** Called for each answer that becomes `unavailable`, with why. */
  readonly onUnavailable?: ((reason: UnavailableReason) => void) | undefined;
}

export interface SqliteDatabase {
  readonly unitOfWork: UnitOfWork;
  /** Waits for the transaction that is running, then closes the file. Whatever is asked afterwards is `unavailable`. */
  close(): Promise<void>;
}

/** How often a reserve that was given up is tried to be taken again. */
const restoreReserveMs = 60_000;

/** The whole of a database as Kysely's one connection; the opener of the database closes it. */
const connectionOf = async (
  database: Database.Database,
  onStatement: SqliteDatabaseOptions['onStatement'],
): Promise<DatabaseConnection> => {
  const driver = new SqliteDriver({ database: withStatementCache(database) });
  await driver.init();
  const connection = await driver.acquireConnection();
  return onStatement === undefined ? connection : withTimes(connection, onStatement);
};

/**
 * Opens the database file, brings its schema to the newest step and answers all records from it. Throws `DatabaseInUseError` when another process, or
 * this one, has claimed it, `MissingDatabaseError` when it must exist and does not, `NewerSchemaError` for a file that a later version has written, and `UnreleasedSchemaError` for one that an unreleased version has made.
 */
export const openSqliteDatabase = async (options: SqliteDatabaseOptions): Promise<SqliteDatabase> => {
  const { path, exclusive = true, mustExist = false, reserveBytes = 0 } = options;
  if (mustExist && !existsSync(path)) throw new MissingDatabaseError();
  const reserve = exclusive && reserveBytes > 0 ? createDiskReserve(`${path}-reserve`, reserveBytes) : undefined;
  // A server that starts anew on a full disk needs some room for the claim, the log and its index, and goes on reading and deleting then.
  return onceMoreWithRoom(
    () => openWith(reserve, options),
    () => reserve?.release() ?? false,
  );
};

const openWith = async (
  reserve: DiskReserve | undefined,
  { path, exclusive = true, mustExist = false, checkNesting, onStatement, onUnavailable }: SqliteDatabaseOptions,
): Promise<SqliteDatabase> => {
  const claim = exclusive ? claimDatabase(path) : undefined;
  const opened: Database.Database[] = [];
  const open = (options: { readonly readonly: boolean }): Database.Database => {
    const database = openConnection(path, { ...options, timeout: exclusive ? busyTimeoutMs.server : busyTimeoutMs.command });
    opened.push(database);
    return database;
  };
  const restoring = setInterval(() => reserve?.restore(), restoreReserveMs).unref();
  const close = (): void => {
    clearInterval(restoring);
    for (const database of opened.toReversed()) database.close();
    claim?.release();
  };
  try {
    const writer = open({ readonly: false });
    const dialect = new ImmediateSqliteDialect(writer);
    await migrate(new Kysely<Schema>({ dialect }), sqliteDialect, migrations, { mustExist });
    reserve?.restore();
    const queries = createDirectQueries(dialect);
    const transactions = createImmediateTransactions(writer, await connectionOf(writer, onStatement), queries, {
      makeRoom: () => reserve?.release() ?? false,
      onStatement,
    });
    const unitOfWork = createSqlUnitOfWork({
      reading: queries.over(await connectionOf(open({ readonly: true }), onStatement)),
      transaction: transactions.run,
      dialect: sqliteDialect,
      demandUsable: createInPlaceCheck(path),
      checkNesting,
      isAlone: () => Promise.resolve(exclusive),
      onUnavailable: (cause) => onUnavailable?.(reasonOf(cause)),
    });
    return { unitOfWork, close: () => transactions.idle().then(close) };
  } catch (error) {
    close();
    throw error;
  }
};
