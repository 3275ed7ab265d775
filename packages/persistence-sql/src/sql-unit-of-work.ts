import { outage, type Unavailable } from '@svc/core/model';
import type { Queries, Records, UnitOfWork } from '@svc/core/ports';
import type { Kysely } from 'kysely';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { compileLookUps } from './look-ups.js';
import { createNestingCheck, noNestingCheck } from './nesting-check.js';
import { queriesOf, recordsOf } from './records/records-of.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';
import { createWriteWatch } from './write-watch.js';

/**
 * Runs the work in a transaction that is isolated as if it were alone: commits when the work resolves, rolls back when it rejects, and is rejected
 * likewise. Work whose transaction was rolled back may be run again, from its beginning, in another one.
 */
export type RunTransaction = <T>(work: (transaction: Kysely<Schema>) => Promise<T>) => Promise<T>;

/** What the adapters leave to their caller. */
export interface NestingOption {
  /**
   * Whether a transaction or a query that is begun inside of a transaction throws: for tests and development. Before version 24, Node works on every promise
   * of the process while a transaction is watched, which is a quarter of what a small write costs. Unwatched, such a query does not see what its
   * transaction has written, and a transaction waits for the one around it, for ever or until the database gives up. True when absent.
   */
  readonly checkNesting?: boolean | undefined;
}

export interface SqlParts extends NestingOption {
  /** Answers queries beside the transactions: it sees what is committed and never waits for them. */
  readonly reading: Kysely<Schema>;
  readonly transaction: RunTransaction;
  readonly dialect: SqlDialect;
  /** Throws while the database does not answer. A short query when absent. */
  readonly probe?: () => Promise<unknown>;
  /** Throws while nothing may be written, before each transaction and when it is asked whether the database is ready. */
  readonly demandUsable?: () => void;
  /** Whether nobody else uses the database. It is never said when absent. */
  readonly isAlone?: () => Promise<boolean>;
  /** Called with what the driver has thrown for each answer that becomes `unavailable`. */
  readonly onUnavailable?: (cause: unknown) => void;
}

/** Thrown through Kysely, which commits whatever returns. */
class RolledBack extends Error {}

/** All records over one SQL database whose schema is at its newest step. */
export const createSqlUnitOfWork = ({
  reading,
  transaction,
  dialect,
  checkNesting = true,
  probe,
  demandUsable = () => undefined,
  isAlone = () => Promise.resolve(false),
  onUnavailable,
}: SqlParts): UnitOfWork => {
  const lookUps = compileLookUps(reading, dialect);
  const queries = queriesOf({ db: reading, dialect, lookUps });
  const ask = probe ?? ((): Promise<unknown> => reading.selectFrom('migrations').select('number').execute());
  const askUsable = (): Promise<unknown> => {
    demandUsable();
    return ask();
  };
  const writes = createWriteWatch();
  const nesting = checkNesting ? createNestingCheck() : noNestingCheck;

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

  const transact = async <T, E>(
    work: (records: Records) => Promise<Result<T, E>> | ResultAsync<T, E>,
  ): Promise<Result<T, E | Unavailable>> => {
    let outcome: Result<T, E> | undefined;
    try {
      demandUsable();
      const committed = await transaction(async (db) => {
        outcome = await nesting.inside(async () => work(recordsOf({ db, dialect, lookUps })));
        if (outcome.isErr()) throw new RolledBack();
        return outcome;
      });
      writes.noteThrough();
      return committed;
    } catch (error) {
      if (error instanceof RolledBack && outcome !== undefined) return outcome;
      const unavailable = expected(error);
      writes.noteUnavailable();
      return unavailable;
    }
  };

  return {
    read: (work) => {
      nesting.demandOutside();
      return new ResultAsync(read(work));
    },
    transact: (work) => {
      nesting.demandOutside();
      return new ResultAsync(transact(work));
    },
    check: () =>
      new ResultAsync(read(askUsable)).andThen(() => (writes.isBlocked() ? err(outage('database', 'writes_blocked')) : ok())),
    isAlone: () => new ResultAsync(read(isAlone)),
  };
};
