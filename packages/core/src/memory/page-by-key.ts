import type { Page, PageRequest } from '../model/values/index.js';

// UTF-16 puts the characters above U+FFFF before U+E000; their bytes in UTF-8, by which databases compare, come after it.
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Compares as the UTF-8 bytes of the texts compare. */
export const compareText = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

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
