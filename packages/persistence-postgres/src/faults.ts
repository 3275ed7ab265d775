import pg from 'pg';

/** The connection to the server broke, or there was none to be had in time. What had not been committed never will be. */
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

/** The server cannot be written to now: it follows another one, or is told to be read only. */
export class ReadOnlyServer extends Error {
  constructor() {
    super('PostgreSQL accepts no writes now');
    this.name = 'ReadOnlyServer';
  }
}

/** The five characters of SQLSTATE, of an error that the server has sent. */
export const sqlStateOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

/** What the driver itself throws when it is used wrongly, or when a value does not fit into its type. */
export const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

/**
 * A prepared statement whose columns another version of the service has changed. Messages come in the language of the server, names of its functions
 * do not.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
