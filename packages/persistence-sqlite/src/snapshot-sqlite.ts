import { existsSync } from 'node:fs';
import { MissingDatabaseError } from '@svc/persistence-sql';
import { makePrivately } from './make-privately.js';
import { busyTimeoutMs, openConnection } from './open-connection.js';

/**
 * Copies one state of the database at `path` into a file that is not there yet, for this user alone, beside a server that reads and writes. The caller has the copy on the disk.
 * The process does nothing else meanwhile. Throws `MissingDatabaseError`.
 */
export const snapshotSqlite = (path: string, copy: string): void => {
  if (!existsSync(path)) throw new MissingDatabaseError();
  const connection = openConnection(path, { readonly: true, timeout: busyTimeoutMs.command });
  try {
    makePrivately(copy);
    connection.prepare('vacuum into ?').run(copy);
  } finally {
    connection.close();
  }
};
