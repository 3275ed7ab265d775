import Database from 'better-sqlite3';
import { openFile } from './open-file.js';
import { realPathOf } from './real-path-of.js';

/** Somebody else has the database open. */
export class DatabaseInUseError extends Error {
  constructor(readonly path: string) {
    super(`the database ${path} is open in another process; it can be used by one process at a time`);
    this.name = 'DatabaseInUseError';
  }
}

/** Claims that hold. The driver closes what nobody refers to any more, and a claim must not end because its owner forgot how to release it. */
const claims = new Set<Database.Database>();

/**
 * Claims the database at `path` for this process, by an exclusive transaction on an empty database beside it: beside what a symbolic link leads to, so that
 * all paths to one database are one claim. The operating system drops the claim when the process ends, however it ends; the file itself stays and means
 * nothing. Throws `DatabaseInUseError` when the claim is taken.
 */
export const claimDatabase = (path: string): { release(): void } => {
  const claim = openFile(`${realPathOf(path)}.lock`, { timeout: 0 });
  try {
    claim.exec('begin exclusive');
  } catch (error) {
    claim.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new DatabaseInUseError(path);
    throw error;
  }
  claims.add(claim);
  return {
    release: () => {
      claims.delete(claim);
      claim.close();
    },
  };
};
