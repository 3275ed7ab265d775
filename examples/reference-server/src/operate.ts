import type { AppError, Application } from '@svc/core';
import type { SqliteDatabase } from '@svc/persistence-sqlite';
import type { ResultAsync } from 'neverthrow';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { createContainer } from './container.js';
import { StartProblem } from './start-problem.js';
import { tokens } from './tokens.js';

/** Runs one of the operator's use cases on the server's data, beside a running server or without one; an error becomes the command's one line. */
export const operate = async <T, E extends AppError>(
  config: Config,
  log: Logger,
  act: (operator: Application['operator']) => ResultAsync<T, E>,
  describe: (error: E) => string,
): Promise<T> => {
  const container = await createContainer(config, log);
  const database = container.resolve<SqliteDatabase>(tokens.database);
  try {
    const outcome = await act(container.resolve<Application>(tokens.application).operator);
    if (outcome.isErr()) throw new StartProblem(describe(outcome.error));
    return outcome.value;
  } finally {
    database.close();
  }
};
