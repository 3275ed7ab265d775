import type { DirectQueries, RunTransaction } from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import type { DatabaseConnection } from 'kysely';
import { onceMoreWithRoom } from './once-more-with-room.js';

export interface ImmediateTransactions {
  readonly run: RunTransaction;
  /** Resolves when all that were begun are over. */
  idle(): Promise<void>;
}

interface TransactionOptions {
  /** Makes room on a full disk; answers whether it could. None is made when absent. */
  readonly makeRoom?: (() => boolean) | undefined;
  /** Hears how long it took to begin and to commit: the one waits for other processes, the other for the disk. */
  readonly onStatement?: ((text: string, tookMs: number) => void) | undefined;
}

/**
 * Transactions on the one connection that writes, one after the other. A transaction that begins as a reader and writes later can be refused half-way;
 * these begin as writers, and wait at their beginning. Kysely runs them likewise, but needs as long for it as for several statements.
 *
 * One that met a full disk is run once more when `makeRoom` has made some.
 */
export const createImmediateTransactions = (
  database: Database.Database,
  connection: DatabaseConnection,
  queries: DirectQueries,
  { makeRoom = () => false, onStatement }: TransactionOptions = {},
): ImmediateTransactions => {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  let last: Promise<unknown> = Promise.resolve();

  const runTimed = (statement: Database.Statement): void => {
    const began = performance.now();
    try {
      statement.run();
    } finally {
      onStatement?.(statement.source, performance.now() - began);
    }
  };

  const runNow: RunTransaction = async (work) => {
    runTimed(begin);
    try {
      const outcome = await queries.during(connection, work);
      runTimed(commit);
      return outcome;
    } catch (error) {
      // A full or failing disk makes SQLite roll back by itself; then there is nothing left to do, and the first error is the one to report.
      if (database.inTransaction) rollback.run();
      throw error;
    }
  };

  return {
    run: (work) => {
      const outcome = last.then(() => onceMoreWithRoom(() => runNow(work), makeRoom));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    idle: async () => {
      await last;
    },
  };
};
