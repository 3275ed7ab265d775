import { expect } from 'chai';
import { nextPageOf } from '../app/api/next-page.js';

describe('nextPageOf', () => {
  const failed = new Error('Not now.');
  const query = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage: () => undefined,
  };

  it('tells why the next page could not be fetched, and nothing of it while it is asked for again', () => {
    const last = { ...query, isFetchNextPageError: true, error: failed };
    expect(nextPageOf(last)?.fault).to.equal(failed);
    expect(nextPageOf({ ...last, isFetchingNextPage: true })).to.deep.equal({ fetch: undefined, fault: undefined });
  });

  it('tells nothing of what failed when the pages before it were fetched again', () => {
    expect(nextPageOf({ ...query, error: failed })?.fault).to.equal(undefined);
  });

  it('is nothing where no page comes after', () => {
    expect(nextPageOf({ ...query, hasNextPage: false })).to.equal(undefined);
  });
});
