import { AgentProblem } from './agent-problem.js';

/** The way of whole objects by signed URLs, which may lead to a store that is out of reach from here while the service is not. */
export interface WholeRoute {
  /** Whether the act was done; false when the store turned out to be out of reach, now or before. */
  attempt(act: () => Promise<unknown>): Promise<boolean>;
}

/** No answer at all, or a URL that is not safe to open: a store behind plain http, or in a network of its own. */
const isOutOfReach = (fault: unknown): boolean =>
  fault instanceof AgentProblem && fault.kind === 'http' && fault.status === undefined;

export const createWholeRoute = (): WholeRoute => {
  let isOpen = true;
  return {
    attempt: async (act) => {
      if (!isOpen) return false;
      try {
        await act();
        return true;
      } catch (fault) {
        if (!isOutOfReach(fault)) throw fault;
        isOpen = false;
        return false;
      }
    },
  };
};
