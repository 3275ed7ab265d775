import { expect } from 'chai';
import { createTokenBuckets } from '../../src/koa/token-buckets.js';

/** Buckets of two tokens that gain none while a test runs, and of which three are remembered. */
const threeBuckets = () => createTokenBuckets({ perSecond: 1, burst: 2, maxBuckets: 3, now: () => 1_000_000 });

/** How many tokens a key still has: two, when it was forgotten. */
const left = (buckets: ReturnType<typeof threeBuckets>, key: string): number => {
  let taken = 0;
  while (buckets.take(key) === 0) taken += 1;
  return taken;
};

describe('of more buckets than there is room for', () => {
  it('the one that was unused for longest is forgotten, not the one that came first', () => {
    const buckets = threeBuckets();
    for (const key of ['first', 'second', 'third']) buckets.take(key);
    expect(buckets.take('first'), 'the last token').to.equal(0);
    buckets.take('fourth');
    expect(buckets.take('first'), 'which was used since').to.be.greaterThan(0);
    expect(left(buckets, 'third')).to.equal(1);
    expect(left(buckets, 'second'), 'which was unused for longest').to.equal(2);
  });

  it('none is forgotten before there is no room, nor by somebody who is known', () => {
    const buckets = threeBuckets();
    for (const key of ['first', 'second', 'third', 'third', 'second', 'third']) buckets.take(key);
    expect(['first', 'second', 'third'].map((key) => left(buckets, key))).to.deep.equal([1, 0, 0]);
  });

  it('one goes for each that comes, in the order of their last use', () => {
    const buckets = threeBuckets();
    for (const key of ['a', 'b', 'c', 'b', 'a']) buckets.take(key);
    buckets.take('d');
    buckets.take('e');
    expect(left(buckets, 'a'), 'used last').to.equal(0);
    expect(left(buckets, 'd')).to.equal(1);
    expect(left(buckets, 'e')).to.equal(1);
    expect(left(buckets, 'b'), 'gone').to.equal(2);
  });
});
