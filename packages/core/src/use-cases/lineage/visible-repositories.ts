import { decideRepositoryGrant } from '../../access/decide-grant.js';
import type { Caller } from '../../model/permissions/caller.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { AccessQueries } from '../../ports/records/access-queries.js';

/** Tells of repositories whether the caller may pull from them; of one that is not there, as of one that they may not know of. */
export interface VisibleRepositories {
  has(repositoryId: RepositoryId): Promise<boolean>;
}

/** Each repository is looked up once, and at most so many: further ones stay hidden. */
const maxLookedUp = 200;

export const visibleRepositories = (
  access: Pick<AccessQueries, 'ofRepository'>,
  caller: Caller,
  known: readonly RepositoryId[] = [],
): VisibleRepositories => {
  const found = new Map<RepositoryId, boolean>(known.map((repositoryId) => [repositoryId, true]));
  return {
    has: async (repositoryId) => {
      const isKnown = found.get(repositoryId);
      if (isKnown !== undefined || found.size >= maxLookedUp) return isKnown ?? false;
      const facts = await access.ofRepository(caller.userId, repositoryId);
      const mayPull = decideRepositoryGrant(facts, caller, 'repository.pull').isOk();
      found.set(repositoryId, mayPull);
      return mayPull;
    },
  };
};
