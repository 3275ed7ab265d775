import { expect } from 'chai';
import { createPace } from '../../src/concurrency/pace.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { DAY_MS } from '../../src/model/values/index.js';

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

  it('has nobody wait for longer because the clock was set back', async () => {
    const clock = createFixedClock();
    const pace = createPace(clock, 10);
    await pace(10);
    clock.set(clock.now() - 40 * DAY_MS);
    let isReady = false;
    const waiting = pace(1).then(() => (isReady = true));
    clock.advance(999);
    await turn();
    expect(isReady).to.equal(false);
    clock.advance(1);
    await waiting;
  });

  it('ends a wait when the signal comes, and one that begins after it at once', async () => {
    const stop = new AbortController();
    const pace = createPace(createFixedClock(), 10);
    await pace(10_000);
    const waiting = pace(1, stop.signal);
    stop.abort();
    await waiting;
    await pace(1, stop.signal);
  });

  it('lets anything be done without a figure', async () => {
    await createPace(createFixedClock(), undefined)(1e12);
  });
});
