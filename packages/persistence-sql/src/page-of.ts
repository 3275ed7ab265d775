import type { Page, PageRequest } from '@svc/core/model';
import { type RawBuilder, sql } from 'kysely';

/** A page out of the rows of a query that asked for one more than `page.limit`. */
export const pageOf = <Row, T>(
  rows: readonly Row[],
  page: PageRequest,
  toItem: (row: Row) => T,
  cursorOf: (item: T) => string,
): Page<T> => {
  const items = rows.slice(0, page.limit).map(toItem);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last !== undefined ? cursorOf(last) : undefined };
};

/** A cursor as a value to compare a column with, of whose values it need not be one. */
export const cursorText = <T>(cursor: string): RawBuilder<T> => sql<T>`${cursor}`;
