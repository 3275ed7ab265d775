import type Database from 'better-sqlite3';
import { openFile } from './open-file.js';

/**
 * How long a statement waits for another process that holds the file; nothing else happens meanwhile. A server has others to answer, and its clients come
 * again; a command has nothing else to do, and between the transactions of a server that is busy its turn comes late.
 */
export const busyTimeoutMs = { server: 1000, command: 30_000 } as const;

/** What a connection keeps in memory of the file. */
const cacheKib = 32 * 1024;

/** Values that SQLite must report for a connection; `synchronous` 2 is FULL, a negative `cache_size` is in KiB. */
const requiredPragmas: Readonly<Record<string, string | number>> = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  cache_size: -cacheKib,
};

export interface ConnectionOptions {
  readonly readonly: boolean;
  /** A server's when absent. */
  readonly timeout?: number;
}

/**
 * A connection on which a commit is on the disk when it returns. With the write-ahead log SQLite is often built to be satisfied with less, and a
 * file system may refuse the log altogether; then this throws, rather than lose commits at a power failure.
 */
export const openConnection = (
  path: string,
  { readonly, timeout = busyTimeoutMs.server }: ConnectionOptions,
): Database.Database => {
  const database = openFile(path, { readonly, timeout });
  try {
    if (!readonly) database.pragma('journal_mode = wal');
    database.pragma('synchronous = full');
    database.pragma('foreign_keys = on');
    database.pragma(`cache_size = -${cacheKib}`);
    for (const [name, required] of Object.entries({ ...requiredPragmas, busy_timeout: timeout })) {
      const found: unknown = database.pragma(name, { simple: true });
      if (found !== required) throw new Error(`SQLite reports ${name} = ${String(found)} for ${path}; ${required} is required`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
