import { type CheckedStorage, createIntegrity, type ReadSubset } from '@svc/core';
import type { Finding } from '@svc/core/model';
import type { Logger } from 'pino';
import { withoutSecrets } from './log/without-secrets.js';
import type { Config } from './config/config.js';
import { createContainer } from './container.js';
import { StartProblem } from './start-problem.js';
import { tokens } from './tokens.js';

export interface Fsck {
  readonly readData: ReadSubset | undefined;
  readonly repairs: boolean;
  readonly onFinding: (finding: Finding) => void;
}

/** Scripts tell by it that nothing is known of the storage, while 1 says that something is wrong with it. */
export const couldNotRun = 2;

const check = async (config: Config, log: Logger, command: Fsck): Promise<CheckedStorage> => {
  const container = createContainer(config, log, { isServer: false });
  const database = await container.resolve(tokens.database);
  try {
    const storage = await container.resolve(tokens.storage);
    try {
      const { clock, codec, hasher, random } = await container.resolve(tokens.nodePorts);
      const { mailer } = await container.resolve(tokens.mailer);
      const integrity = createIntegrity({
        clock: { ...clock, now: () => database.clock.now() },
        codec,
        hasher,
        random,
        mailer,
        unitOfWork: database.unitOfWork,
        blobs: await container.resolve(tokens.unverifiedBlobs),
        settings: container.resolve(tokens.settings),
      });
      const outcome = await integrity.check(command);
      if (outcome.isErr()) throw new StartProblem(`the ${outcome.error.part} does not answer`);
      return outcome.value;
    } finally {
      storage.close();
    }
  } finally {
    await database.close();
  }
};

/**
 * Checks database and storage of a server, which may run meanwhile. Rejects with a `StartProblem` of the exit code 2 when it has not come to the end, whatever the
 * reason.
 */
export const fsck = async (
  configure: () => Config,
  logOf: (config: Config) => Logger,
  command: Fsck,
): Promise<CheckedStorage> => {
  try {
    const config = configure();
    return await check(config, logOf(config), command);
  } catch (fault) {
    const [line = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    throw new StartProblem(withoutSecrets(line), couldNotRun);
  }
};
