import { AgentProblem } from './agent-problem.js';

/** The way of whole objects by signed URLs, which may lead to a store that is out of reach from here while the service is not. */
export interface WholeRoute {
  /** What the act comes to; undefined when the store turned out to be out of reach, now or before. */
  attempt<T>(act: () => Promise<T>): Promise<T | undefined>;
}

/** No answer at all, or a URL that is not safe to open: a store behind plain http, or in a network of its own. */
const isOutOfReach = (fault: unknown): boolean =>
  fault instanceof AgentProblem && fault.kind === 'http' && fault.status === undefined;

export const createWholeRoute = (): WholeRoute => {
  let isOpen = true;
  return {
    attempt: async (act) => {
      if (!isOpen) return undefined;
      try {
        return await act();
      } catch (fault) {
        if (!isOutOfReach(fault)) throw fault;
        isOpen = false;
        return undefined;
      }
    },
  };
};
