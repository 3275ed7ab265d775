interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Fetches the page after the last one; undefined where there is none, or where it is on its way. */
export const nextPageOf = (query: Paged): (() => void) | undefined =>
  query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
