import type { GitPlace } from '../git/git-process.js';
import { leadingTo } from './read-history.js';
import type { GitRef } from './read-refs.js';

/** Those that do not lead to a commit. */
export const refsApartFrom = async (place: GitPlace, refs: readonly GitRef[], commit: string): Promise<readonly GitRef[]> => {
  const targets = refs.map(({ target }) => target);
  const leading = await leadingTo(place, commit, targets);
  return refs.filter(({ target }) => !leading.has(target));
};
