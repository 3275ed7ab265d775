import type { Unavailable } from '@svc/core/model';
import type { CreateTableBuilder, Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Schema } from './schema.js';

type GivenValue<Type extends 'hash' | 'number' | 'text'> = Type extends 'hash'
  ? Uint8Array
  : Type extends 'number'
    ? number
    : string;

/** Everything in which the databases differ. */
export interface SqlDialect {
  readonly columnTypes: {
    /** Text that compares by its bytes in UTF-8. */
    readonly text: RawBuilder<unknown>;
    readonly binary: RawBuilder<unknown>;
    /** An integer that the database counts up; the column is the primary key. */
    readonly sequence: RawBuilder<unknown>;
  };
  /** Makes a table that is kept in the order of its primary key, where the database can. */
  clustered<Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
  ): CreateTableBuilder<Table, Columns>;
  /** SQL that makes another random UUID for each row. */
  readonly newId: string;
  /**
   * A subquery with one row for each hash: its `position`, counted from 0, and its bytes. `parameter` is what `hashesParameter` made; the text of the
   * query is the same however many there are.
   */
  hashRows(parameter: unknown): RawBuilder<{ position: number; hash: Uint8Array }>;
  /** Of 64 hex digits each. */
  hashesParameter(hashes: readonly string[]): unknown;
  /** A subquery with one row for each number, a whole one. `parameter` is what `numbersParameter` made. */
  numberRows(parameter: unknown): RawBuilder<{ number: number }>;
  numbersParameter(numbers: readonly number[]): unknown;
  /**
   * A subquery with one row for each array of values, in the order of `columns`: hashes in hex digits become bytes. `parameter` is what `rowsParameter`
   * made. Thousands of rows go in with it in a fraction of the time that naming each value in the statement takes.
   */
  givenRows<Columns extends Readonly<Record<string, 'hash' | 'number' | 'text'>>>(
    parameter: unknown,
    columns: Columns,
  ): RawBuilder<{ [Name in keyof Columns]: GivenValue<Columns[Name]> }>;
  rowsParameter(rows: readonly (readonly (string | number)[])[]): unknown;
  /**
   * All rows in one text, a JSON array with an array of the columns for each: handing over hundreds of small rows one by one takes longer than finding
   * them. The columns are of text and numbers.
   */
  jsonRows(...columns: readonly string[]): RawBuilder<string>;
  /** The numbers of all rows in one text, row after row, with commas between them; null without rows. Less to make and to read than `jsonRows`. */
  joinedNumbers(...numbers: readonly Expression<number>[]): RawBuilder<string | null>;
  /**
   * The condition, which few rows of its index hold. SQLite, which is asked for no statistics, takes a table's key for the better index than one of another column
   * before the key.
   */
  unlikely(condition: Expression<SqlBool>): Expression<SqlBool>;
  /** The bytes of one column with those of another behind them. */
  joinedBytes(column: string, added: string): RawBuilder<Uint8Array>;
  /** What stands in indexes for the bytes of a Git path, where an entry of an index may be shorter than a path; undefined where paths stand there themselves. */
  readonly pathKey:
    | {
        /** Its first bytes, which an entry has room for. */
        prefix(path: Expression<Uint8Array>): Expression<Uint8Array>;
        hash(path: Expression<Uint8Array>): Expression<Uint8Array>;
      }
    | undefined;
  /** At the end of a query of rows: keeps others from removing them until the transaction ends, and passes over those that others hold for that. */
  readonly sharingFree: RawBuilder<unknown>;
  /** Keeps other processes from migrating until the transaction ends. */
  lockMigrations(transaction: Kysely<Schema>): Promise<void>;
  /** What an error of the driver means; undefined when it is a bug. */
  classify(error: unknown): Unavailable | undefined;
}
