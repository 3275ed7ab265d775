import type { AppError, Application, CheckedStorage, EmailUnverified } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import type { NamedPlace } from '../backup/place-storage.js';
import type { Prune } from '../backup/prune-backups.js';
import type { Restore } from '../backup/restore-backup.js';
import type { CopyFiles } from '../copy-files.js';
import type { CopyRecords } from '../copy-records.js';
import type { Fsck } from '../fsck.js';

/** What a command of the operator can fail with. */
export type OperatorError = AppError | EmailUnverified;

/** What the commands do to the world outside of them. */
export interface CommandLineHost {
  readonly serve: () => Promise<void>;
  /** Runs a use case on the server's data and returns its value; rejects with what `describe` makes of its error. */
  readonly operate: <T, E extends OperatorError>(
    act: (operator: Application['operator']) => ResultAsync<T, E>,
    describe: (error: E) => string,
  ) => Promise<T>;
  /** Copies a database into an empty one, and says what there was. */
  readonly copyRecords: (ends: CopyRecords) => Promise<void>;
  /** Copies the service's own storage into another one, and says how much there was. */
  readonly copyFiles: (storages: CopyFiles) => Promise<void>;
  /** Checks database and storage; rejects when that cannot be done. */
  readonly fsck: (command: Fsck) => Promise<CheckedStorage>;
  /** What the process ends with when the command has done its work. */
  readonly setExitCode: (code: number) => void;
  /** Text that is never the same. */
  readonly newSeed: () => string;
  /** Adds a back-up of the server, which may run, to those that are at the place. */
  readonly backUp: (to: NamedPlace) => Promise<void>;
  /** Restores a back-up into an empty server, or reads all of it. */
  readonly restoreBackup: (restore: Restore) => Promise<void>;
  /** Removes old back-ups, and what only they need. */
  readonly pruneBackups: (prune: Prune) => Promise<void>;
  /** Says which back-ups there are. */
  readonly sayBackups: (from: NamedPlace) => Promise<void>;
  /** A line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Help, and what else the command line itself says; it ends its lines. */
  readonly showOutput: (text: string) => void;
  /** What is wrong with the command's parameters. */
  readonly showError: (text: string) => void;
}
