import { expect } from 'chai';
import { createSharedResults } from '../../../src/steps/git-history/shared-results.js';

describe('results that are shared', () => {
  it('are found once for all who ask at one time, and kept while there is room', async () => {
    const results = createSharedResults<number>(2);
    let found = 0;
    const find = (): Promise<number> => Promise.resolve((found += 1));
    expect(await Promise.all([results.of('a', find), results.of('a', find)])).to.deep.equal([1, 1]);
    await results.of('b', find);
    await results.of('a', find);
    await results.of('c', find);
    expect([await results.of('a', find), await results.of('b', find)]).to.deep.equal([1, 4]);
  });

  it('are looked for again after a failure', async () => {
    const results = createSharedResults<number>(2);
    const failed = await results.of('a', () => Promise.reject(new Error('no'))).catch(() => 'failed');
    expect([failed, await results.of('a', () => Promise.resolve(7))]).to.deep.equal(['failed', 7]);
  });

  it('make room by what they weigh, and are not kept where one alone weighs too much', async () => {
    const results = createSharedResults<number>(10, (weight) => weight);
    let found = 0;
    const find = (weight: number) => (): Promise<number> => {
      found += 1;
      return Promise.resolve(weight);
    };
    for (const key of ['a', 'b', 'a', 'c']) await results.of(key, find(4));
    expect(found).to.equal(3);
    await results.of('a', find(4));
    await results.of('b', find(4));
    expect(found).to.equal(4);
    await results.of('d', find(11));
    await results.of('d', find(11));
    expect(found).to.equal(6);
  });
});
