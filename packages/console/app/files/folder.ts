import type { ApiSchema } from '@svc/client';
import { useInfiniteQuery } from '@tanstack/preact-query';
import { valueAtAddress } from '../api/failure.js';
import type { Place } from '../paths.js';
import { useClient } from '../session/session.js';
import { queryOf } from './place.js';

export type Entry = ApiSchema<'browsing.tree.200'>['entries'][number];

/** The most that the service answers at once. */
const pageSize = 1000;

/** A folder of a commit, page by page. */
export const useFolder = (repository: string, place: Place) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'folder', place.ref, place.path, place.bytes],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { ...queryOf(place), limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) };
      return (
        await valueAtAddress(
          api.GET('/api/v1/repositories/{repoID}/tree', { params: { path: { repoID: repository }, query }, signal }),
        )
      ).data;
    },
    getNextPageParam: (last) => last.next_cursor,
  });
};
