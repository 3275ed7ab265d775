import type { Api } from '@svc/client';
import { useInfiniteQuery } from '@tanstack/preact-query';
import { useClient } from '../session/session.js';
import type { ListPage } from './every-page.js';
import { type NextPage, nextPageOf } from './next-page.js';

export interface PageRequest {
  /** Where the page begins; undefined for the first. */
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

export interface List<T> {
  /** Undefined until the first page is there. */
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** Undefined where nothing comes after. */
  readonly more: NextPage | undefined;
}

/** A list of the service that may be long, a page at a time. */
export const useList = <T>(
  queryKey: readonly unknown[],
  fetchPage: (api: Api, request: PageRequest) => Promise<ListPage<T>>,
): List<T> => {
  const { api } = useClient();
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      fetchPage(api, { cursor: pageParam, signal }),
    getNextPageParam: (last) => last.next,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items),
    error: query.error,
    refetch: query.refetch,
    more: nextPageOf(query),
  };
};

/** The query of a page. */
export const pageOf = ({ cursor }: PageRequest, limit = 50) => ({ limit, ...(cursor !== undefined && { cursor }) });
