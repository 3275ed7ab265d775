import { expect } from 'chai';
import { mapOrdered } from '../../src/concurrency/map-ordered.js';

async function* numbers(count: number) {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(at);
}

const collected = async (outcomes: AsyncIterable<number>): Promise<readonly number[]> => {
  const all: number[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
};

describe('mapOrdered', () => {
  it('gives outcomes in the order of the items, however long each takes', async () => {
    const work = async (item: number): Promise<number> => {
      for (let turn = 0; turn < (item * 7) % 5; turn += 1) await Promise.resolve();
      return item * 10;
    };
    for (const concurrency of [1, 2, 5, 101]) {
      expect(await collected(mapOrdered(numbers(10), work, { concurrency }))).to.deep.equal([
        0, 10, 20, 30, 40, 50, 60, 70, 80, 90,
      ]);
    }
  });

  it('works on no more items at once than `concurrency` says', async () => {
    let begun = 0;
    const work = (item: number): Promise<number> => Promise.resolve((begun += 1) && item);
    for await (const item of mapOrdered(numbers(10), work, { concurrency: 3 })) expect(begun).to.be.at.most(item + 3);
  });

  it('throws a fault at its place, and none when its reader has left', async () => {
    const work = async (item: number): Promise<number> => {
      await Promise.resolve();
      if (item === 2) throw new Error('two');
      return item;
    };
    const given: number[] = [];
    let fault: unknown;
    try {
      for await (const item of mapOrdered(numbers(5), work, { concurrency: 4 })) given.push(item);
    } catch (thrown) {
      fault = thrown;
    }
    expect(given).to.deep.equal([0, 1]);
    expect(fault).to.have.property('message', 'two');
    for await (const item of mapOrdered(numbers(5), work, { concurrency: 4 })) {
      expect(item).to.equal(0);
      break;
    }
  });
});
