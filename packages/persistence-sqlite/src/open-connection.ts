import type Database from 'better-sqlite3';
import { openFile } from './open-file.js';

/** How long a statement waits for another process, such as a command or a backup, that holds the file. Nothing else happens meanwhile. */
const busyTimeoutMs = 1000;

/** What a connection keeps in memory of the file. */
const cacheKib = 32 * 1024;

/** Values that SQLite must report for a connection; `synchronous` 2 is FULL, a negative `cache_size` is in KiB. */
const requiredPragmas: Readonly<Record<string, string | number>> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: busyTimeoutMs,
  cache_size: -cacheKib,
};

/**
 * A connection on which a commit is on the disk when it returns. With the write-ahead log SQLite is often built to be satisfied with less, and a
 * file system may refuse the log altogether; then this throws, rather than lose commits at a power failure.
 */
export const openConnection = (path: string, options: { readonly readonly: boolean }): Database.Database => {
  const database = openFile(path, { ...options, timeout: busyTimeoutMs });
  try {
    if (!options.readonly) database.pragma('journal_mode = wal');
    database.pragma('synchronous = full');
    database.pragma('foreign_keys = on');
    database.pragma(`cache_size = -${cacheKib}`);
    for (const [name, required] of Object.entries(requiredPragmas)) {
      const found: unknown = database.pragma(name, { simple: true });
      if (found !== required) throw new Error(`SQLite reports ${name} = ${String(found)} for ${path}; ${required} is required`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
