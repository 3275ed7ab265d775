import type { SeededRandom } from '@svc/conformance';
import { ConnectionLost } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import type { AckJournal } from './ack-journal.js';
import { makePush } from './make-push.js';
import { perform, type Push } from './push.js';

/** A client that pushes one thing after the other and does not give up what was cut off. */
export interface UploadingClient {
  /** Pushes until the connection is lost. */
  pushUntilLost(repository: RepositoryClient, round: number): Promise<void>;
  /** Brings what was cut off to its end. */
  retry(repository: RepositoryClient): Promise<void>;
}

export const createUploadingClient = (name: string, random: SeededRandom, journal: AckJournal): UploadingClient => {
  let count = 0;
  let pending: Push | undefined;
  return {
    pushUntilLost: async (repository, round) => {
      try {
        for (;;) {
          count += 1;
          pending = makePush(random, `${name}/${count}`, round);
          await perform(repository, pending, journal);
          pending = undefined;
        }
      } catch (fault) {
        if (!(fault instanceof ConnectionLost)) throw fault;
      }
    },
    retry: async (repository) => {
      if (pending !== undefined) await perform(repository, pending, journal);
      pending = undefined;
    },
  };
};
