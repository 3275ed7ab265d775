import type Database from 'better-sqlite3';
import { isBusy } from './classify-error.js';
import { openFile } from './open-file.js';
import { realPathOf } from './real-path-of.js';

/** The database is open already: elsewhere, or here. */
export class DatabaseInUseError extends Error {
  constructor(
    readonly path: string,
    isHere = false,
  ) {
    super(
      isHere
        ? `the database ${path} is open in this process already; it can be opened once at a time`
        : `the database ${path} is open in another process; it can be used by one process at a time`,
    );
    this.name = 'DatabaseInUseError';
  }
}

/**
 * What this process has claimed, by its file. The driver closes what nobody refers to any more, and a claim must not end because its owner forgot how to
 * release it.
 */
const claims = new Map<string, Database.Database>();

/**
 * Claims the database at `path` for this process, by an exclusive transaction on an empty database beside it: beside what a symbolic link leads to, so that
 * all paths to one database are one claim. The operating system drops the claim when the process ends, however it ends; the file itself stays and means
 * nothing. Throws `DatabaseInUseError` when the claim is taken.
 */
export const claimDatabase = (path: string): { release(): void } => {
  const file = `${realPathOf(path)}.lock`;
  const claim = openFile(file, { timeout: 0 });
  try {
    claim.exec('begin exclusive');
  } catch (error) {
    claim.close();
    if (isBusy(error)) {
      throw new DatabaseInUseError(path, claims.has(file));
    }
    throw error;
  }
  claims.set(file, claim);
  return {
    release: () => {
      if (claims.get(file) === claim) claims.delete(file);
      claim.close();
    },
  };
};
