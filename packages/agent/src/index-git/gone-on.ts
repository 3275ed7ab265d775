import type { IndexState } from './index-service.js';
import type { GitRepository } from './open-repository.js';
import type { GitRef } from './read-refs.js';

/**
 * The names of the branches whose indexed commits are ancestors of where the clone has them; `present` are those indexed commits that it has at all. A fetch
 * leaves tags alone that are there, so of a tag that is elsewhere now nothing is known.
 */
export const branchesGoneOn = async (
  { runGit }: GitRepository,
  { refs: indexed }: IndexState,
  refs: readonly GitRef[],
  present: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  const environment = { GIT_NO_REPLACE_OBJECTS: '1' };
  const gone = new Set<string>();
  for (const { name, target } of refs) {
    const expected = indexed.get(name);
    if (expected === undefined || expected === target || !present.has(expected) || !name.startsWith('refs/heads/')) continue;
    const { code } = await runGit(['merge-base', '--is-ancestor', expected, target], { environment });
    if (code === 0) gone.add(name);
  }
  return gone;
};
