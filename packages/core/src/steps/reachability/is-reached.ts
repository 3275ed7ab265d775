import type { GitUse } from '../../model/git-index/git-index.js';
import type { Oid } from '../../model/values/index.js';
import type { History } from '../git-history/open-history.js';

/** Git has one pointer to an object, unless somebody has written others by hand. Of one with more of them nobody finds out what reaches it. */
const maxPointers = 100;
const usesPerPage = 1000;

type Reading = Pick<History, 'queries' | 'repositoryId' | 'visible'>;

/** Whether a commit that a branch or a tag reaches has put one of the pointers at a path. */
const isUsed = async ({ queries, repositoryId, visible }: Reading, pointers: readonly number[]): Promise<boolean> => {
  let after: GitUse | undefined;
  for (;;) {
    const uses = await queries.listUses(repositoryId, pointers, { after, limit: usesPerPage });
    if (uses.some(({ commit }) => visible.has(commit))) return true;
    if (uses.length < usesPerPage) return false;
    after = uses.at(-1);
  }
};

/**
 * Whether a branch or a tag reaches the object, as far as the index goes: by an LFS pointer of any commit behind it, or as a plain file of whatever commit.
 * A tree has a pointer only if its commit has put it there, or one behind that.
 */
export const isReached = async (history: Reading, oid: Oid): Promise<boolean> => {
  const { queries, repositoryId } = history;
  const pointers = await queries.listPointers(repositoryId, oid, maxPointers);
  if (pointers.length === maxPointers) return true;
  return (pointers.length > 0 && (await isUsed(history, pointers))) || queries.isContent(repositoryId, oid);
};
