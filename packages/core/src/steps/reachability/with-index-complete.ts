import type { Repository } from '../../model/repository.js';
import type { Records } from '../../ports/unit-of-work.js';

/**
 * Runs a change of the service's own that takes objects out or brings them back, and with it one step of the repository's generation. An index that has told
 * of all that the repository had tells of it still. The caller holds the index and the organization.
 */
export const withIndexComplete = async <T>(
  { gitIndex, repositories }: Pick<Records, 'gitIndex' | 'repositories'>,
  before: Pick<Repository, 'id' | 'generation'>,
  change: () => Promise<T>,
): Promise<T> => {
  const outcome = await change();
  const index = await gitIndex.find(before.id);
  const after = await repositories.find(before.id);
  if (after !== undefined && index?.complete?.repositoryGeneration === before.generation) {
    const complete = { ...index.complete, repositoryGeneration: after.generation };
    await gitIndex.put(before.id, { ...index, complete });
  }
  return outcome;
};
