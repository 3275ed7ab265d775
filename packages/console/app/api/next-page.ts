interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => unknown;
}

/** What comes after the pages that are there. */
export interface NextPage {
  /** Undefined while it is on its way. */
  readonly fetch: (() => void) | undefined;
  /** Why it could not be fetched. Only a person asks for it again: what asked by itself would ask without end. */
  readonly fault: unknown;
}

/** The page after the last one; undefined where there is none. */
export const nextPageOf = (query: Paged): NextPage | undefined => {
  if (!query.hasNextPage) return undefined;
  if (query.isFetchingNextPage) return { fetch: undefined, fault: undefined };
  return { fetch: () => void query.fetchNextPage(), fault: query.isFetchNextPageError ? query.error : undefined };
};
