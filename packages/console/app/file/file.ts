import type { Api, ApiSchema } from '@svc/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/preact-query';
import { valueAtAddress, valueOf } from '../api/failure.js';
import { queryOf } from '../files/place.js';
import type { Place } from '../paths.js';
import { useClient } from '../session/session.js';
import { urlOf } from './url-of.js';

export type FileAnswer = ApiSchema<'browsing.file.200'>;

/** Signed URLs hold for some minutes: one is used again for no longer than this. */
const urlHoldsMs = 5 * 60_000;

const fileQuery = (api: Api, repository: string, place: Place) => ({
  queryKey: ['repository', repository, 'file', place.ref, place.path, place.bytes],
  staleTime: urlHoldsMs,
  gcTime: urlHoldsMs,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<FileAnswer> => {
    const params = { path: { repoID: repository }, query: queryOf(place) };
    return (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}/file', { params, signal }))).data;
  },
});

/** A file of a commit, with the URL of its bytes. */
export const useFile = (repository: string, place: Place) => {
  const { api } = useClient();
  return useQuery(fileQuery(api, repository, place));
};

/** Asks for a URL of the bytes anew where the one that is there may be over: who tries again may have been away for long. Rejects where other bytes are there by now. */
export const useFreshUrl = (repository: string, place: Place): ((oid: string | undefined) => Promise<string>) => {
  const { api } = useClient();
  const queries = useQueryClient();
  return async (oid) => urlOf((await queries.query(fileQuery(api, repository, place))).file, oid);
};

/** What the service knows of an object: how it is kept, and by what. */
export const useArtifact = (repository: string, oid: string | undefined) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'artifact', oid],
    enabled: oid !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository, oid: oid ?? '' } };
      return (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}', { params, signal }))).data.artifact;
    },
  });
};

/** The versions of a file, newest first. */
export const useVersions = (repository: string, place: Place) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'versions', place.ref, place.path, place.bytes],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { ...queryOf(place), limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { repoID: repository }, query };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/file/history', { params, signal }))).data;
    },
    getNextPageParam: (last) => last.next_cursor,
  });
};
