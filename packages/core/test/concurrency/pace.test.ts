import { expect } from 'chai';
import { createPace } from '../../src/concurrency/pace.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createPace', () => {
  it('lets so much be done in a second, one after the other, and saves nothing up', async () => {
    const clock = createFixedClock();
    const pace = createPace(clock, 10);
    clock.advance(60_000);
    const doneAt: number[] = [];
    const begunAt = clock.now();
    const all = Promise.all([5, 10, 1, 1].map(async (amount) => pace(amount).then(() => doneAt.push(clock.now() - begunAt))));
    for (let steps = 0; steps < 40; steps += 1) {
      await turn();
      clock.advance(50);
    }
    await all;
    expect(doneAt).to.deep.equal([0, 500, 1500, 1600]);
  });

  it('lets anything be done without a figure', async () => {
    await createPace(createFixedClock(), undefined)(1e12);
  });
});
