import type { DirectQueries, RunTransaction } from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import type { DatabaseConnection } from 'kysely';
import { onceMoreWithRoom } from './once-more-with-room.js';

export interface ImmediateTransactions {
  readonly run: RunTransaction;
  /** Resolves when all that were begun are over. */
  idle(): Promise<void>;
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
  makeRoom: () => boolean = () => false,
): ImmediateTransactions => {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  let last: Promise<unknown> = Promise.resolve();

  const runNow: RunTransaction = async (work) => {
    begin.run();
    try {
      const outcome = await queries.during(connection, work);
      commit.run();
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
