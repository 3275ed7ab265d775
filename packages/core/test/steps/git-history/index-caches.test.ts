import { expect } from 'chai';
import { createByteCache } from '../../../src/steps/git-history/index-caches.js';

describe('a cache of bytes', () => {
  const kilobyte = (value: number): Uint8Array => new Uint8Array(1000).fill(value);

  it('forgets first what nobody has asked for longest', () => {
    const cache = createByteCache(3 * 1200);
    for (const key of ['a', 'b', 'c']) cache.set(key, kilobyte(1));
    cache.get('a');
    cache.set('d', kilobyte(1));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).to.deep.equal(['a', 'c', 'd']);
  });

  it('has room again for what takes the place of something, or of what was removed', () => {
    const cache = createByteCache(2 * 1200);
    for (let round = 0; round < 5; round += 1) {
      cache.set('a', kilobyte(round));
      cache.set('b', kilobyte(round));
      cache.remove('b');
      cache.remove('b');
    }
    cache.set('c', kilobyte(9));
    expect([cache.get('a')?.[0], cache.get('b'), cache.get('c')?.[0]]).to.deep.equal([4, undefined, 9]);
  });

  it('keeps nothing that is larger than itself', () => {
    const cache = createByteCache(1000);
    cache.set('a', kilobyte(1));
    expect(cache.get('a')).to.equal(undefined);
  });
});
