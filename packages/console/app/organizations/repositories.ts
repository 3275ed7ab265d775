import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { everyPage } from '../api/every-page.js';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';

/** An organization's repositories. */
export const useRepositories = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repositories', organization],
    queryFn: ({ signal }) =>
      everyPage(async (cursor) => {
        const params = { path: { orgID: organization }, query: { limit: 100, ...(cursor !== undefined && { cursor }) } };
        const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/repositories', { params, signal }));
        return { items: data.repositories, next: data.next_cursor };
      }),
  });
};

/** What a repository holds and occupies. */
export const useRepositoryUsage = (repository: string, isWanted = true) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'usage'],
    enabled: isWanted,
    queryFn: async ({ signal }) =>
      (await valueOf(api.GET('/api/v1/repositories/{repoID}/usage', { params: { path: { repoID: repository } }, signal }))).data
        .usage,
  });
};

export const useCreateRepository = (organization: string) => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const params = { path: { orgID: organization } };
      return (await valueOf(api.POST('/api/v1/organizations/{orgID}/repositories', { params, body: { name } }))).data.repository;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['repositories', organization] }),
  });
};
