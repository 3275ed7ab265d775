import { expect } from 'chai';
import { forEachConcurrent } from '../app/uploads/for-each-concurrent.js';

describe('forEachConcurrent', () => {
  it('works on all of the items, as many at a time as it has lanes', async () => {
    let [under, most] = [0, 0];
    const done: number[] = [];
    await forEachConcurrent([1, 2, 3, 4, 5], 2, async (item) => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      done.push(item);
    });
    expect(done.toSorted()).to.deep.equal([1, 2, 3, 4, 5]);
    expect(most).to.equal(2);
  });

  it('begins none after a fault, and throws it when those under way have come to their end', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    let endSlow = (): void => undefined;
    const slow = new Promise<void>((resolve) => (endSlow = resolve));
    const fault = new Error('the storage is busy');
    let thrown: unknown;
    const all = forEachConcurrent(['fails', 'slow', 'later', 'last'], 2, async (item) => {
      begun.push(item);
      if (item === 'fails') throw fault;
      await slow;
      ended.push(item);
    }).catch((reason: unknown) => (thrown = reason));
    await new Promise((resolve) => setImmediate(resolve));
    expect(thrown).to.equal(undefined);
    endSlow();
    await all;
    expect(thrown).to.equal(fault);
    expect(begun).to.deep.equal(['fails', 'slow']);
    expect(ended).to.deep.equal(['slow']);
  });
});
