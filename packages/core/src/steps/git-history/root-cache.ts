import { invariant } from '../../model/app-error.js';
import type { PathTreeRoot } from '../../model/git-index/git-index.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { GitIndexQueries } from '../../ports/records/git-index-records.js';

/** Where path trees begin, by repository and the number of the commit: they never change. Those that came first make room first. */
export interface RootCache {
  get(repositoryId: RepositoryId, commit: number): PathTreeRoot | undefined;
  set(repositoryId: RepositoryId, commit: number, root: PathTreeRoot): void;
}

export const createRootCache = (maxRoots: number): RootCache => {
  const roots = new Map<string, PathTreeRoot>();
  const keyOf = (repositoryId: RepositoryId, commit: number): string => `${repositoryId} ${commit}`;
  return {
    get: (repositoryId, commit) => roots.get(keyOf(repositoryId, commit)),
    set: (repositoryId, commit, root) => {
      roots.set(keyOf(repositoryId, commit), root);
      if (roots.size <= maxRoots) return;
      const [oldest] = roots.keys();
      if (oldest !== undefined) roots.delete(oldest);
    },
  };
};

/** Where the trees of commits begin that refs reach, in the order of the commits. */
export type FindRoots = (commits: readonly number[]) => Promise<readonly PathTreeRoot[]>;

export const createFindRoots =
  (queries: Pick<GitIndexQueries, 'findRoots'>, repositoryId: RepositoryId, cache: RootCache): FindRoots =>
  async (commits) => {
    const roots = new Map<number, PathTreeRoot>();
    const missing: number[] = [];
    for (const commit of commits) {
      const root = cache.get(repositoryId, commit);
      if (root === undefined) missing.push(commit);
      else roots.set(commit, root);
    }
    const found = missing.length === 0 ? [] : await queries.findRoots(repositoryId, missing);
    for (const [commit, root] of found) {
      roots.set(commit, root);
      cache.set(repositoryId, commit, root);
    }
    return commits.map((commit) => {
      const root = roots.get(commit);
      invariant(root !== undefined, 'a commit of the graph has a path tree');
      return root;
    });
  };
