import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { refOfBranch } from './ref-of-branch.js';

/** So many of each are offered; any other is typed. */
const offered = 100;

export interface Refs {
  readonly branches: readonly { readonly name: string; readonly ref: string; readonly isDefault: boolean }[];
  readonly tags: readonly string[];
}

/** The branches and tags that are offered to choose from. */
export const useRefs = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'refs'],
    queryFn: async ({ signal }): Promise<Refs> => {
      const params = { path: { repoID: repository }, query: { limit: offered } };
      const [branches, releases] = await Promise.all([
        valueOf(api.GET('/api/v1/repositories/{repoID}/branches', { params, signal })),
        valueOf(api.GET('/api/v1/repositories/{repoID}/releases', { params, signal })),
      ]);
      const tags = releases.data.releases.map(({ tag }) => tag);
      return {
        branches: branches.data.branches.map(({ name, is_default: isDefault }) => ({
          name,
          ref: refOfBranch(name, tags),
          isDefault,
        })),
        tags,
      };
    },
  });
};
