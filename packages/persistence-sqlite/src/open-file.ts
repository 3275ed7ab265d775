import type Database from 'better-sqlite3';
import { howToInstall, Sqlite } from './driver.js';
import { codeOf, messageOf } from './error-code.js';
import { makePrivately } from './make-privately.js';

/** The part that is compiled was not, because npm was told to run no install scripts, or it was for another Node. */
const isNotCompiled = (fault: unknown): boolean =>
  messageOf(fault).startsWith('Could not locate the bindings file') || codeOf(fault) === 'ERR_DLOPEN_FAILED';

/** Opens a file with SQLite, and makes it where it is not there and may be written to. Where the driver was not compiled the error is one line that says what to do. */
export const openFile = (path: string, options: Database.Options): Database.Database => {
  if (options.readonly !== true) makePrivately(path);
  try {
    return new Sqlite(path, options);
  } catch (fault) {
    if (!isNotCompiled(fault)) throw fault;
    throw new Error(`better-sqlite3 is not compiled for this Node: ${howToInstall(process.versions.node)}`, { cause: fault });
  }
};
