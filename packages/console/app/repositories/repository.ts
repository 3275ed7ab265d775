import { useQuery } from '@tanstack/preact-query';
import { valueAtAddress, valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';

/** A repository, with what the caller may do with it. */
export const useRepository = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository],
    queryFn: async ({ signal }) =>
      (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}', { params: { path: { repoID: repository } }, signal }))).data,
  });
};

/** How each client is set up for the repository. */
export const useConnect = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'connect'],
    queryFn: async ({ signal }) =>
      (await valueOf(api.GET('/api/v1/repositories/{repoID}/connect', { params: { path: { repoID: repository } }, signal }))).data
        .connect,
  });
};
