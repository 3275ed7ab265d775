import { contended, outage, type Unavailable, unavailable } from '@svc/core/model';
import { Sqlite } from './driver.js';
import { DatabaseGone } from './file-in-place.js';

/** Somebody holds the file. */
const inTheWay = /^SQLITE_(?:BUSY|LOCKED)/;

/** The disk does not answer: what may be over at the next try. */
const passing = /^SQLITE_IOERR/;

/** The disk is full: for the file or its log, or for the index of the log. */
const full = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export const isDiskFull = (error: unknown): boolean => error instanceof Sqlite.SqliteError && full.has(error.code);

/** Why an answer was `unavailable`, for the log: no row, no parameter and no statement is in it. */
export interface UnavailableReason {
  /** SQLite's name of it, such as `SQLITE_FULL`; undefined when the error is none of SQLite's. */
  readonly code: string | undefined;
  readonly message: string;
}

export const reasonOf = (error: unknown): UnavailableReason => ({
  code: error instanceof Sqlite.SqliteError ? error.code : undefined,
  message: error instanceof Error ? error.message : String(error),
});

/** The driver's word for a database that was closed: what a server that ends has left at work may ask once more. */
const isClosed = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'The database connection is not open';

/** What an error of the driver means to the service; undefined for everything that only a bug can cause. */
export const classifyError = (error: unknown): Unavailable | undefined => {
  if (isClosed(error) || error instanceof DatabaseGone) return unavailable('database');
  if (isDiskFull(error)) return outage('database', 'storage_full');
  if (!(error instanceof Sqlite.SqliteError)) return undefined;
  if (inTheWay.test(error.code)) return contended;
  return passing.test(error.code) ? unavailable('database') : undefined;
};
