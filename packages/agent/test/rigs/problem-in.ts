import { AgentProblem } from '../../src/agent-problem.js';

/** The problem that an act must end with. */
export const problemIn = async (act: Promise<unknown>): Promise<AgentProblem> => {
  const fault: unknown = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (fault instanceof AgentProblem) return fault;
  throw new Error('no AgentProblem', { cause: fault });
};
