import type { RepositoryId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';

/**
 * What lies in a repository's storage and nothing visible needs, in bytes: removed objects that lie there whole, which its `physicalBytes` count no more, and
 * files of its chunk tree that the collector has found, with what is dead in others, which these do.
 */
export const reclaimableBytesIn = async (
  { quarantine, condemned }: Pick<Queries, 'quarantine' | 'condemned'>,
  repositoryId: RepositoryId,
): Promise<number> => {
  const { bytes, deadBytes } = await condemned.sum(repositoryId);
  return (await quarantine.totals(repositoryId)).bytes + bytes + deadBytes;
};
