import { expect } from 'chai';
import { inOrder } from '../../src/concurrency/map-ordered.js';

async function* numbers(count: number) {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(at);
}

const collected = async (outcomes: AsyncIterable<number>): Promise<readonly number[]> => {
  const all: number[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
};

describe('inOrder', () => {
  it('gives outcomes in the order of the items, however long each takes', async () => {
    const work = async (item: number): Promise<number> => {
      for (let turn = 0; turn < (item * 7) % 5; turn += 1) await Promise.resolve();
      return item * 10;
    };
    for (const ahead of [0, 1, 4, 100]) {
      expect(await collected(inOrder(numbers(10), work, ahead))).to.deep.equal([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    }
  });

  it('begins no more work than so much ahead', async () => {
    let begun = 0;
    const work = (item: number): Promise<number> => Promise.resolve((begun += 1) && item);
    for await (const item of inOrder(numbers(10), work, 2)) expect(begun).to.be.at.most(item + 3);
  });

  it('throws a fault in its turn, and none when its reader has left', async () => {
    const work = async (item: number): Promise<number> => {
      await Promise.resolve();
      if (item === 2) throw new Error('two');
      return item;
    };
    const given: number[] = [];
    let fault: unknown;
    try {
      for await (const item of inOrder(numbers(5), work, 3)) given.push(item);
    } catch (thrown) {
      fault = thrown;
    }
    expect(given).to.deep.equal([0, 1]);
    expect(fault).to.have.property('message', 'two');
    for await (const item of inOrder(numbers(5), work, 3)) {
      expect(item).to.equal(0);
      break;
    }
  });
});
