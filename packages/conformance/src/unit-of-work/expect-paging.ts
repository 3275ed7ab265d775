import type { Page, PageRequest } from '@svc/core/model';
import { expect } from 'chai';

/** Texts that no page has returned, some of which look as if one had. */
const foreignCursors = [
  '',
  ' ',
  '0',
  '9'.repeat(16),
  '9007199254740991',
  '9'.repeat(400),
  '-1',
  '1e9',
  'a',
  'zzzz',
  '~',
  "' or 1=1 --",
  '%',
  '\\',
  'ÿ',
  '\ud83d\ude80',
  'f'.repeat(64),
  `${'0'.repeat(16)}${'g'.repeat(64)}`,
  `${'0'.repeat(16)}${'f'.repeat(65)}`,
  `${'9'.repeat(16)}x`,
];

/** What the list holds, read in this many pages: the last one, and no other, has no cursor. */
const readPages = async <T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number, pages: number): Promise<T[]> => {
  const seen: T[] = [];
  let cursor: string | undefined;
  for (let number = 1; number <= pages; number += 1) {
    const { items, nextCursor }: Page<T> = await list({ limit, cursor });
    expect(nextCursor === undefined, `page ${number} of ${pages} is the last`).to.equal(number === pages);
    if (number < pages) expect(items).to.have.length(limit);
    seen.push(...items);
    cursor = nextCursor;
  }
  return seen;
};

/**
 * The list holds `expected`, in this order, whatever the size of its pages; only the last page has no cursor; and any text may be sent as a cursor:
 * what follows is the rest of the list from some place on.
 */
export const expectPaging = async <T>(list: (page: PageRequest) => Promise<Page<T>>, expected: readonly T[]): Promise<void> => {
  const limits = [1, 2, 3, expected.length, expected.length + 1].filter((limit) => limit > 0);
  for (const limit of limits) {
    const pages = Math.max(1, Math.ceil(expected.length / limit));
    expect(await readPages(list, limit, pages), `pages of ${limit}`).to.deep.equal(expected);
  }
  for (const cursor of foreignCursors) {
    const { items, nextCursor } = await list({ limit: expected.length + 1, cursor });
    expect(items, `the rest after ${JSON.stringify(cursor)}`).to.deep.equal(expected.slice(expected.length - items.length));
    expect(nextCursor).to.equal(undefined);
  }
};
