import { expect } from 'chai';
import { exceedsCount } from '../../../src/model/quotas/count-limit.js';

describe('exceedsCount', () => {
  it('lets the last one of the limit through and refuses the next, with the facts of both', () => {
    expect(exceedsCount('max_tokens', 5, 4)).to.equal(undefined);
    expect(exceedsCount('max_tokens', 5, 5)).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'max_tokens',
      limit: 5,
      current: 5,
    });
    expect(exceedsCount('max_repositories', 5, 7)).to.include({ limit: 5, current: 7 });
  });

  it('refuses everything where the limit is 0 and nothing where there is none', () => {
    expect(exceedsCount('max_repositories', 0, 0)).to.include({ limit: 0, current: 0 });
    expect(exceedsCount('max_repositories', undefined, Number.MAX_SAFE_INTEGER)).to.equal(undefined);
  });
});
