import { compareText } from '../model/values/compare-text.js';
import type { Page, PageRequest } from '../model/values/index.js';

export { compareText };

/** A part of a sort key by which the larger of two integers from 0 to 2^53-1 comes first. */
export const descending = (value: number): string => String(Number.MAX_SAFE_INTEGER - value).padStart(16, '0');

/** The rows after the cursor, in the order of their keys. The key is the cursor, so every text is one. */
export const pageByKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, page: PageRequest): Page<Row> => {
  const { cursor, limit } = page;
  const rest = rows
    .map((row) => ({ key: keyOf(row), row }))
    .filter(({ key }) => cursor === undefined || compareText(key, cursor) > 0)
    .sort((left, right) => compareText(left.key, right.key));
  const shown = rest.slice(0, limit);
  return { items: shown.map(({ row }) => row), nextCursor: rest.length > limit ? shown.at(-1)?.key : undefined };
};
