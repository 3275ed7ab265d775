import type { GitIndex } from '../../model/git-index/git-index.js';
import { type IndexFindings, maxUnindexedObjects } from '../../model/recommendations/index-rules.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { Queries } from '../../ports/unit-of-work.js';

export interface FoundIndex extends IndexFindings {
  /** Undefined until an upload was finalized. */
  readonly index: GitIndex | undefined;
}

const nothing = { count: 0, oldestAt: undefined };

/** How the Git index of a repository stands to what the repository has. */
export const findIndex = async (
  { gitIndex, usage }: Pick<Queries, 'gitIndex' | 'usage'>,
  repositoryId: RepositoryId,
): Promise<FoundIndex> => {
  const known = await gitIndex.find(repositoryId);
  const { objectCount } = await usage.ofRepository(repositoryId);
  const indexedAt = known?.indexedAt;
  if (indexedAt === undefined) {
    return { index: undefined, isIndexed: false, objectCount, missingObjects: 0, unindexed: nothing };
  }
  return {
    index: known,
    isIndexed: true,
    objectCount,
    missingObjects: await gitIndex.countMissingObjects(repositoryId),
    unindexed: await gitIndex.unindexedObjects(repositoryId, indexedAt, maxUnindexedObjects),
  };
};
