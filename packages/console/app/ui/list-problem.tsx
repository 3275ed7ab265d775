import { isStatus } from '../api/failure.js';
import type { List } from '../api/use-list.js';
import { Problem } from './problem.js';

/** In place of a list that is shown only with something in it: why it did not come, unless the credential may not see it. */
export const ListProblem = <T,>({ list: { items, error, refetch } }: { readonly list: List<T> }) =>
  items !== undefined || error === null || isStatus(error, 403) ? null : <Problem fault={error} retry={() => void refetch()} />;
