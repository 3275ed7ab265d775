import type { GitRepository } from './open-repository.js';
import type { GitRef } from './read-refs.js';

/** Those that do not lead to a commit. */
export const refsApartFrom = async (
  { runGit }: Pick<GitRepository, 'runGit'>,
  refs: readonly GitRef[],
  commit: string,
): Promise<readonly GitRef[]> => {
  const environment = { GIT_NO_REPLACE_OBJECTS: '1' };
  const leading = new Set<string>();
  for (const target of new Set(refs.map((ref) => ref.target))) {
    const { code } = await runGit(['merge-base', '--is-ancestor', commit, target], { environment });
    if (code === 0) leading.add(target);
  }
  return refs.filter(({ target }) => !leading.has(target));
};
