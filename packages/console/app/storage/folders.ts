import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import type { Folders } from './folder-parts.js';

/** As many as a picture has room for. */
const mostFolders = 50;

/** What a folder occupies, with the folders in it. */
export const useFolderSizes = (repository: string, path: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'storage', 'folders', path],
    queryFn: async ({ signal }): Promise<Folders> => {
      const query = { limit: mostFolders, ...(path !== '' && { path }) };
      const params = { path: { repoID: repository }, query };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/storage/folders', { params, signal }))).data;
    },
  });
};
