import type { GitIndex } from '../../model/git-index/git-index.js';
import type { LookDoubt } from '../../model/objects/unreachable-object.js';
import type { Repository } from '../../model/repository.js';
import type { Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/**
 * Why an index, as it is in this transaction, does not tell what of the repository nothing reaches; undefined when it does: its refs were said to be all that
 * there are, and nothing was registered since before they were read.
 */
export const doubtOfIndex = async (
  { gitIndex }: Pick<Records, 'gitIndex'>,
  repository: Pick<Repository, 'id' | 'generation'>,
  index: GitIndex | undefined,
  now: Instant,
): Promise<LookDoubt | undefined> => {
  if (index?.indexedAt === undefined) return 'index_missing';
  if (index.complete === undefined) return 'index_incomplete';
  if (index.complete.repositoryGeneration !== repository.generation) return 'index_behind';
  const sessions = await gitIndex.listSessions(repository.id);
  const isChanging = sessions.some(({ outcome, expiresAt }) => outcome === undefined && expiresAt > now);
  return isChanging ? 'index_changing' : undefined;
};
