import { isNativeError } from 'node:util/types';
import pg from 'pg';

/** The connection to the server broke, or there was none to be had: not in time, or for this user and database. What had not been committed never will be. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('the connection to PostgreSQL is lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** The connection broke while the commit was under way: it may have happened or not. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL did not say whether it committed', { cause });
    this.name = 'CommitUnknown';
  }
}

/** The server follows another one and takes no writes, such as while that one's place is taken. */
export class StandbyServer extends Error {
  constructor(cause: unknown) {
    super('the server is a standby', { cause });
    this.name = 'StandbyServer';
  }
}

/** So many others want the same rows that the turn did not come in time. Nothing was begun. */
export class QueueTimeout extends Error {
  constructor() {
    super('too many transactions want the same rows');
    this.name = 'TurnMissed';
  }
}

/** Somebody holds a row for longer than a first try waits for it. */
export class RowHeld extends Error {
  constructor(cause: unknown) {
    super('a row that the transaction wants is held for long', { cause });
    this.name = 'RowHeld';
  }
}

/** The five characters of SQLSTATE, of an error that the server has sent. */
export const sqlStateOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

/** What the driver says of a connection that is gone, or that did not come or answer in time. */
const lossMessage =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout e(?:xceeded|xpired)|There was an error establishing|Cannot use a pool after)/;

/** Of the operating system, such as ECONNREFUSED; those of Node itself begin with ERR. */
const systemCode = /^E(?!RR)/;

/** Whether the connection is to blame. Everything else that the driver throws tells that it is used, or set, wrongly. */
export const isLoss = (error: unknown): boolean => {
  // Node's errors are of another realm where this code has one of its own, as under Jest.
  if (!isNativeError(error) || error instanceof pg.DatabaseError) return false;
  return lossMessage.test(error.message) || ('code' in error && typeof error.code === 'string' && systemCode.test(error.code));
};

/**
 * A prepared statement whose columns another version of the service has changed. Messages come in the language of the server, names of its functions
 * do not.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** The SQLSTATE of an error or of what has caused it. */
const deepStateOf = (error: unknown): string | undefined =>
  sqlStateOf(error) ?? (isNativeError(error) ? deepStateOf(error.cause) : undefined);

/** Why an answer was `unavailable`, for the log: no row, no parameter and no statement is in it. */
export interface UnavailableReason {
  /** Of the server's error; undefined when the connection or this process is to blame. */
  readonly sqlState: string | undefined;
  /** What it says, and what lies below it. */
  readonly message: string;
}

export const reasonOf = (error: unknown): UnavailableReason => {
  const messages: string[] = [];
  for (let each = error; isNativeError(each); each = each.cause) messages.push(each.message);
  return { sqlState: deepStateOf(error), message: messages.join(': ') };
};
