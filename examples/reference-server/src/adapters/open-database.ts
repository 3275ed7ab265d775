import type { Clock, UnitOfWork } from '@svc/core';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { DatabaseSettings } from '../config/config.js';
import { StartProblem } from '../start-problem.js';

/** The chosen database. */
export interface Database {
  readonly unitOfWork: UnitOfWork;
  /** What all processes that share the database agree on. */
  readonly clock: Clock;
  /** Waits for what is running; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** Opens the chosen database and brings its schema up to date; the adapter of the other one is not even loaded. `isServer`: this process claims a file for itself. */
export const openDatabase = async (
  settings: DatabaseSettings,
  _log: Pick<Logger, 'info' | 'warn'>,
  { isServer }: { readonly isServer: boolean },
): Promise<Database> => {
  if (settings.kind === 'postgres') throw new StartProblem('DATABASE_URL names PostgreSQL, which this build has no adapter for');
  const { openSqliteDatabase } = await import('@svc/persistence-sqlite');
  mkdirSync(dirname(settings.path), { recursive: true, mode: 0o700 });
  const database = await openSqliteDatabase({ path: settings.path, exclusive: isServer });
  return { unitOfWork: database.unitOfWork, clock: { now: () => Date.now() }, close: () => database.close() };
};
