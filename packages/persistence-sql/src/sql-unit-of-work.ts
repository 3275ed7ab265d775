import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queries, Records, Unavailable, UnitOfWork } from '@svc/core';
import type { Kysely } from 'kysely';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { compileLookUps } from './look-ups.js';
import { queriesOf, recordsOf } from './records/records-of.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';

/**
 * Runs the work in a transaction that is isolated as if it were alone: commits when the work resolves, rolls back when it rejects, and is rejected
 * likewise. Work whose transaction was rolled back may be run again, from its beginning, in another one.
 */
export type RunTransaction = <T>(work: (transaction: Kysely<Schema>) => Promise<T>) => Promise<T>;

export interface SqlParts {
  /** Answers queries beside the transactions: it sees what is committed and never waits for them. */
  readonly reading: Kysely<Schema>;
  readonly transaction: RunTransaction;
  readonly dialect: SqlDialect;
  /** Throws while the database does not answer. A short query when absent. */
  readonly probe?: () => Promise<unknown>;
  /** Called with what the driver has thrown for each answer that becomes `unavailable`. */
  readonly onUnavailable?: (cause: unknown) => void;
}

/** Thrown through Kysely, which commits whatever returns. */
class RolledBack extends Error {}

/** All records over one SQL database whose schema is at its newest step. */
export const createSqlUnitOfWork = ({ reading, transaction, dialect, probe, onUnavailable }: SqlParts): UnitOfWork => {
  const lookUps = compileLookUps(reading, dialect);
  const queries = queriesOf({ db: reading, dialect, lookUps });
  const ask = probe ?? ((): Promise<unknown> => reading.selectFrom('migrations').select('number').execute());
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();

  let openTransactions = 0;

  const demandOutside = (): void => {
    if (transactions.getStore()?.isOpen === true) throw new Error('invariant: nothing is begun inside of a transaction');
  };

  const expected = (error: unknown): Result<never, Unavailable> => {
    const fault = dialect.classify(error);
    if (fault === undefined) throw error;
    onUnavailable?.(error);
    return err(fault);
  };

  const read = async <T>(work: (queries: Queries) => Promise<T>): Promise<Result<T, Unavailable>> => {
    try {
      return ok(await work(queries));
    } catch (error) {
      return expected(error);
    }
  };

  const transact = async <T, E>(work: (records: Records) => Promise<Result<T, E>>): Promise<Result<T, E | Unavailable>> => {
    openTransactions += 1;
    let outcome: Result<T, E> | undefined;
    try {
      return await transaction(async (db) => {
        const mark = { isOpen: true };
        try {
          outcome = await transactions.run(mark, () => work(recordsOf({ db, dialect, lookUps })));
        } finally {
          mark.isOpen = false;
        }
        if (outcome.isErr()) throw new RolledBack();
        return outcome;
      });
    } catch (error) {
      return error instanceof RolledBack && outcome !== undefined ? outcome : expected(error);
    } finally {
      openTransactions -= 1;
      // While it is enabled, Node spends time on every promise of the process; between transactions there is nothing to find out.
      if (openTransactions === 0) transactions.disable();
    }
  };

  return {
    read: (work) => {
      demandOutside();
      return new ResultAsync(read(work));
    },
    transact: (work) => {
      demandOutside();
      return new ResultAsync(transact(work));
    },
    check: () => new ResultAsync(read(ask)).map(() => undefined),
  };
};
