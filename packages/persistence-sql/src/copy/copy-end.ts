import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';
import type { CopiedTable } from './copied-tables.js';

/** One of the two databases of a copy, opened for that alone. */
export interface CopyEnd {
  /** Its transactions last for as long as the copy does. */
  readonly db: Kysely<Schema>;
  readonly dialect: SqlDialect;
  /** What stands between the columns and the values of an insert so that rows keep the numbers that the database counts up. */
  readonly keepingNumbers: RawBuilder<unknown>;
  /** The last number that was counted up for the table; 0 before the first. */
  readLastNumber(db: Kysely<Schema>, table: CopiedTable): Promise<number>;
  /** Goes on behind `last`, which is not 0. */
  setLastNumber(db: Kysely<Schema>, table: CopiedTable, last: number): Promise<void>;
  /** Throws `DatabaseBusyError` where somebody else is using the database. */
  demandUnused(): Promise<void>;
  close(): Promise<void>;
}

/** Somebody else is using the database, as a server does: what they write would be missing from the copy. */
export class DatabaseBusyError extends Error {
  constructor(readonly users: readonly string[]) {
    super(`it is in use by others (${users.join(', ')}): stop every server on it first`);
    this.name = 'DatabaseBusyError';
  }
}

/** A database that is copied to holds something already. */
export class DatabaseNotEmptyError extends Error {
  constructor() {
    super('it is not empty: give the copy a database that no server was started on');
    this.name = 'DatabaseNotEmptyError';
  }
}

/** A database that is copied was written by an earlier version. */
export class OlderSchemaError extends Error {
  constructor(
    readonly found: number,
    readonly known: number,
  ) {
    super(
      `it is at step ${found} of its schema, this version knows ${known}: start and stop a server of this version on it first`,
    );
    this.name = 'OlderSchemaError';
  }
}
