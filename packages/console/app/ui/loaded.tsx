import type { ComponentChildren } from 'preact';
import { isStatus } from '../api/failure.js';
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

/** Whether another request would get the same answer. */
const isForGood = (fault: unknown): boolean => isStatus(fault, 403) || isStatus(fault, 404);

/** What a query has found; until then that it is on its way, or why it has failed. */
export const Loaded = <T,>({ query, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null && query.error !== undefined) {
    const retry = isForGood(query.error) ? undefined : () => void query.refetch();
    return <Problem fault={query.error} retry={retry} />;
  }
  return <Loading />;
};
