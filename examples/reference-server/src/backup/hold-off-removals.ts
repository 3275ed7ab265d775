import { createOperator } from '@svc/core';
import { MINUTE_MS } from '@svc/core/model';
import { nodeRandom } from '@svc/node';
import type { Database } from '../adapters/open-database.js';
import { StartProblem } from '../start-problem.js';

/** Removals stay held off for an hour from each time; a database that is away for a while costs nothing. */
const renewMs = 5 * MINUTE_MS;

export interface HeldOff {
  /** Throws a `StartProblem` when removals were not held off all the time. */
  demand(): Promise<void>;
  end(): void;
}

/** Holds off removals by the servers on the database from now on. */
export const holdOffRemovals = async ({ unitOfWork, clock }: Pick<Database, 'unitOfWork' | 'clock'>): Promise<HeldOff> => {
  const operator = createOperator({ unitOfWork, clock, random: nodeRandom });
  const first = await operator.holdOffRemovals();
  if (first.isErr()) throw new StartProblem('the database does not answer');
  let isLost = false;
  const renew = async (): Promise<boolean> => {
    const renewed = await operator.holdOffRemovals();
    if (renewed.isOk() && !renewed.value) isLost = true;
    return renewed.isOk();
  };
  const renewing = setInterval(() => void renew(), renewMs);
  return {
    demand: async () => {
      if (!(await renew())) throw new StartProblem('the database does not answer; run this again to go on');
      if (!isLost) return;
      throw new StartProblem('the database was away for too long, and files may have been removed meanwhile: run this again');
    },
    end: () => clearInterval(renewing),
  };
};
