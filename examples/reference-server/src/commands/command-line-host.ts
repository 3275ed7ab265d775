import type { AppError, Application, EmailUnverified } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import type { CopyFiles } from '../copy-files.js';
import type { CopyRecords } from '../copy-records.js';

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
  /** A line for the person at the terminal. */
  readonly say: (line: string) => void;
}
