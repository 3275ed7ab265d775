import { type Unavailable, unavailable } from '@svc/core';
import Database from 'better-sqlite3';

/** Somebody holds the file, or the disk is full or does not answer: what may be over at the next try. */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR)/;

/** What an error of the driver means to the service; undefined for everything that only a bug can cause. */
export const classifyError = (error: unknown): Unavailable | undefined =>
  error instanceof Database.SqliteError && passing.test(error.code) ? unavailable('database') : undefined;
