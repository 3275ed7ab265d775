import { contended, outage, type Unavailable, unavailable } from '@svc/core/model';
import { codeOf, messageOf } from './error-code.js';
import { DatabaseGone } from './file-in-place.js';

/** Somebody holds the file. */
const inTheWay = /^SQLITE_(?:BUSY|LOCKED)/;

/** The disk does not answer: what may be over at the next try. */
const passing = /^SQLITE_IOERR/;

/** SQLite's name of the error; undefined when it is none of SQLite's. */
const sqliteCodeOf = (error: unknown): string | undefined => {
  const code = codeOf(error);
  return code?.startsWith('SQLITE_') === true ? code : undefined;
};

/** Somebody else holds what was asked for, now. */
export const isBusy = (error: unknown): boolean => sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true;

/** The disk is full: for the file or its log, or for the index of the log. */
const full: ReadonlySet<string | undefined> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

const isDiskFull = (error: unknown): boolean => full.has(sqliteCodeOf(error));

/** As SQLite says it of a quota that is used up: a file that cannot be written on, or made. */
const maybeOverQuota: ReadonlySet<string | undefined> = new Set(['SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN']);

/** Whether there may be no room; of a quota SQLite does not say so. */
export const mayLackRoom = (error: unknown): boolean => isDiskFull(error) || maybeOverQuota.has(sqliteCodeOf(error));

/** Why an answer was `unavailable`, for the log: no row, no parameter and no statement is in it. */
export interface UnavailableReason {
  /** SQLite's name of it, such as `SQLITE_FULL`; undefined when the error is none of SQLite's. */
  readonly code: string | undefined;
  readonly message: string;
}

export const reasonOf = (error: unknown): UnavailableReason => ({
  code: sqliteCodeOf(error),
  message: messageOf(error),
});

/** The driver's word for a database that was closed: what a server that ends has left at work may ask once more. */
const isClosed = (error: unknown): boolean => messageOf(error) === 'The database connection is not open';

/** What an error of the driver means to the service; undefined for everything that only a bug can cause. */
export const classifyError = (error: unknown): Unavailable | undefined => {
  if (isClosed(error) || error instanceof DatabaseGone) return unavailable('database');
  if (isDiskFull(error)) return outage('database', 'storage_full');
  const code = sqliteCodeOf(error);
  if (code === undefined) return undefined;
  if (inTheWay.test(code)) return contended;
  return passing.test(code) ? unavailable('database') : undefined;
};
