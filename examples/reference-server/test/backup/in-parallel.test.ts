import { expect } from 'chai';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inParallel } from '../../src/backup/in-parallel.js';

describe('inParallel', () => {
  const items = Array.from({ length: 500 }, (_, at) => at);
  async function* listed(): AsyncGenerator<number> {
    yield* items;
  }

  it('does all of the items, each once', async () => {
    for (const source of [items, listed()]) {
      const done: number[] = [];
      await inParallel(source, async (item) => {
        await nextTurn();
        done.push(item);
      });
      expect(done.toSorted((a, b) => a - b)).to.deep.equal(items);
    }
  });

  it('begins nothing more after a fault, and ends when what was under way is over', async () => {
    for (const source of [items, listed()]) {
      const fault = new Error('the storage does not answer');
      let [begun, ended] = [0, 0];
      const [outcome] = await Promise.allSettled([
        inParallel(source, async (item) => {
          begun += 1;
          if (item === 0) throw fault;
          await nextTurn();
          ended += 1;
        }),
      ]);
      expect(outcome).to.deep.equal({ status: 'rejected', reason: fault });
      expect(begun).to.be.below(20);
      expect(ended).to.equal(begun - 1);
    }
  });
});
