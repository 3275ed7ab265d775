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
  let isOver = false;
  let callOff: (() => void) | undefined;
  const plan = (): void => {
    if (!isOver) callOff = clock.after?.(renewMs, () => void renewUnasked());
  };
  const renewUnasked = async (): Promise<void> => {
    // Nobody waits for it here: what is thrown would end the process, and shows again where the end of the back-up demands it.
    await Promise.allSettled([renew()]);
    plan();
  };
  plan();
  return {
    demand: async () => {
      if (!(await renew())) throw new StartProblem('the database does not answer; run this again to go on');
      if (!isLost) return;
      throw new StartProblem('the database was away for too long, and files may have been removed meanwhile: run this again');
    },
    end: () => {
      isOver = true;
      callOff?.();
    },
  };
};
