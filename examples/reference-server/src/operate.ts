import { type Application, createOperator } from '@svc/core';
import { nodeRandom } from '@svc/node';
import type { ResultAsync } from 'neverthrow';
import type { Logger } from 'pino';
import type { OperatorError } from './commands/command-line-host.js';
import type { Config } from './config/config.js';
import { createContainer } from './container.js';
import { StartProblem } from './start-problem.js';
import { tokens } from './tokens.js';

/**
 * Runs one of the operator's use cases on the server's data, and makes its error the command's one line. Only the database is opened, and
 * not claimed, since a server may run meanwhile.
 */
export const operate = async <T, E extends OperatorError>(
  config: Config,
  log: Logger,
  act: (operator: Application['operator']) => ResultAsync<T, E>,
  describe: (error: E) => string,
): Promise<T> => {
  const container = createContainer(config, log, { isServer: false });
  const database = await container.resolve(tokens.database);
  const { unitOfWork, clock } = database;
  try {
    const outcome = await act(createOperator({ unitOfWork, clock, random: nodeRandom, settings: config }));
    if (outcome.isErr()) throw new StartProblem(describe(outcome.error));
    return outcome.value;
  } finally {
    await database.close();
  }
};
