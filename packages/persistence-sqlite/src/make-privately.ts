import { closeSync, openSync } from 'node:fs';

/** What SQLite calls a database that is in no file. */
const inMemory = ':memory:';

/**
 * Makes an empty file for the user of this process alone, whatever the umask leaves to others: names, addresses and hashes of credentials come into it.
 * SQLite takes an empty file for a new database, and gives its log beside it the same mode. A file that is there is not even opened, since closing it would
 * end the locks that SQLite has on it.
 */
export const makePrivately = (path: string): void => {
  if (path === inMemory) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or cannot be made: then SQLite says why.
  }
};
