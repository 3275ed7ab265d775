import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { createTokenBuckets } from '../../src/koa/token-buckets.js';
import { createSeeded, seed } from '../support/seeded.js';

const startAt = (start: number, options: { perSecond?: number; burst?: number; maxBuckets?: number } = {}) => {
  const clock = { now: start };
  const buckets = createTokenBuckets({ perSecond: 30, burst: 60, maxBuckets: 1000, now: () => clock.now, ...options });
  const takeAll = (key: string): number => {
    let taken = 0;
    while (buckets.take(key) === 0) taken += 1;
    return taken;
  };
  return { clock, buckets, takeAll };
};

const takings = rounds({ property: 'a token bucket gives what its rate allows', test: 5_000, proof: 50_000 });
const keys = rounds({ property: 'token buckets remember as many keys as they may', test: 100_000, proof: 1_000_000 });

describe('createTokenBuckets', () => {
  for (const start of [0, 1, 12_345_678, 10 ** 12]) {
    it(`gives exactly a burst of 60, and not one more (clock at ${start})`, () => {
      const { buckets, takeAll } = startAt(start);
      expect(takeAll('a')).to.equal(60);
      expect(buckets.take('a')).to.be.greaterThan(0);
    });
  }

  it('says after how many milliseconds the next token is there, and then it is', () => {
    const { clock, buckets, takeAll } = startAt(5);
    takeAll('a');
    expect(buckets.take('a')).to.equal(34);
    clock.now += 33;
    expect(buckets.take('a')).to.equal(1);
    clock.now += 1;
    expect(buckets.take('a')).to.equal(0);
    expect(buckets.take('a')).to.equal(33);
  });

  it('gains 30 tokens a second, never more than a burst', () => {
    const { clock, takeAll } = startAt(0);
    takeAll('a');
    clock.now += 1000;
    expect(takeAll('a')).to.equal(30);
    clock.now += 100;
    expect(takeAll('a')).to.equal(3);
    clock.now += 3_600_000;
    expect(takeAll('a')).to.equal(60);
  });

  it('keeps keys apart', () => {
    const { takeAll } = startAt(0);
    takeAll('a');
    expect(takeAll('b')).to.equal(60);
  });

  it('a refused request costs nothing', () => {
    const { clock, buckets, takeAll } = startAt(0);
    takeAll('a');
    for (let round = 0; round < 1000; round += 1) buckets.take('a');
    clock.now += 34;
    expect(buckets.take('a')).to.equal(0);
  });

  it('forgets the bucket that was unused for longest when there are too many', () => {
    const { buckets, takeAll } = startAt(0, { maxBuckets: 2, burst: 1 });
    buckets.take('a');
    buckets.take('b');
    buckets.take('c');
    expect(takeAll('b')).to.equal(0);
    expect(takeAll('c')).to.equal(0);
    expect(takeAll('a')).to.equal(1);
  });

  it('remembers as many buckets as it may, however many keys there are', () => {
    const { buckets, takeAll } = startAt(0, { maxBuckets: 1000, burst: 1 });
    for (let key = 0; key < keys; key += 1) buckets.take(`key-${key}`);
    const remembered = [keys - 1000, keys - 1, keys - 1001].map((key) => takeAll(`key-${key}`) === 0);
    expect(remembered).to.deep.equal([true, true, false]);
  });

  it(`never gives more than burst + elapsed x rate, and never less than asked when there is (seed ${seed})`, () => {
    const random = createSeeded(seed);
    const { clock, buckets } = startAt(0, { perSecond: 7, burst: 5 });
    // The model counts in sevenths of a millisecond: 1000 of them are a token.
    let tokens = 5000;
    for (let round = 0; round < takings; round += 1) {
      const elapsed = Math.floor(random() * 200);
      clock.now += elapsed;
      tokens = Math.min(5000, tokens + elapsed * 7);
      const wait = buckets.take('a');
      expect(wait === 0, `round ${round}`).to.equal(tokens >= 1000);
      if (wait === 0) tokens -= 1000;
      else expect(wait).to.equal(Math.ceil((1000 - tokens) / 7));
    }
  });
});
