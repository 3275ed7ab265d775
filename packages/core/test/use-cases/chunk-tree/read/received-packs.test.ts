import { expect } from 'chai';
import { trusted, type ObjectKey } from '../../../../src/model/values/index.js';
import { createReceivedPacks } from '../../../../src/use-cases/chunk-tree/read/received-packs.js';

const keyOf = (number: number): ObjectKey => trusted<ObjectKey>(`packs/${number}`);

describe('createReceivedPacks', () => {
  it('vouches for a pack of the same length, and once', () => {
    const received = createReceivedPacks();
    received.add(keyOf(1), 100);
    received.add(keyOf(2), 100);
    expect(received.take(keyOf(3), 100)).to.equal(false);
    expect(received.take(keyOf(1), 100)).to.equal(true);
    expect(received.take(keyOf(1), 100)).to.equal(false);
    expect(received.take(keyOf(2), 99)).to.equal(false);
    expect(received.take(keyOf(2), 100)).to.equal(false);
  });

  it('forgets what came first when there are too many', () => {
    const received = createReceivedPacks();
    for (let number = 0; number < 4097; number += 1) received.add(keyOf(number), 1);
    expect(received.take(keyOf(0), 1)).to.equal(false);
    expect(received.take(keyOf(1), 1)).to.equal(true);
    expect(received.take(keyOf(4096), 1)).to.equal(true);
  });

  it('counts a pack that came again as one that came last', () => {
    const received = createReceivedPacks();
    for (let number = 0; number < 4096; number += 1) received.add(keyOf(number), 1);
    received.add(keyOf(0), 2);
    received.add(keyOf(4096), 1);
    expect(received.take(keyOf(0), 2)).to.equal(true);
    expect(received.take(keyOf(1), 1)).to.equal(false);
  });
});
