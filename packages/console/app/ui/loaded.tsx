import type { ComponentChildren } from 'preact';
import { Loading } from './loading.js';
import { Problem } from './problem.js';

interface Loading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  readonly query: Loading<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** What a query has found; until then that it is on its way, or why it has failed. */
export const Loaded = <T,>({ query, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null && query.error !== undefined) {
    return <Problem fault={query.error} retry={() => void query.refetch()} />;
  }
  return <Loading />;
};
