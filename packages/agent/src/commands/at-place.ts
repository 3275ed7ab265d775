import { AgentProblem } from '../agent-problem.js';
import type { TransferContext } from '../transfer-context.js';

/** A problem that tells where it was looked when something was not found: most often the repository, or the server, is another one than was meant. */
const namingPlace = (fault: unknown, { client, repositoryId }: Pick<TransferContext, 'client' | 'repositoryId'>): unknown =>
  fault instanceof AgentProblem && fault.status === 404
    ? new AgentProblem(
        `${fault.message.replace(/\.$/, '')}; looked for in repository ${repositoryId} of ${client.baseUrl}`,
        fault.kind,
        fault.status,
      )
    : fault;

/** Does something with a service; what is not found there is told with the place. */
export const atPlace = async <T>(
  context: Pick<TransferContext, 'client' | 'repositoryId'>,
  act: () => Promise<T>,
): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    throw namingPlace(fault, context);
  }
};
