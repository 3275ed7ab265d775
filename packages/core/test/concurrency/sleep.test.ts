import { expect } from 'chai';
import { sleep } from '../../src/concurrency/sleep.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';

const longestMs = 2 ** 31 - 1;
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A clock that notes what it is asked for. */
const setUp = () => {
  const clock = createFixedClock();
  const asked: number[] = [];
  const after = (milliseconds: number, act: () => void): (() => void) => {
    asked.push(milliseconds);
    return clock.after(milliseconds, act);
  };
  return { clock, asked, noting: { after } };
};

describe('sleep', () => {
  it('waits again where a clock cannot wait for so long', async () => {
    const { clock, asked, noting } = setUp();
    let isOver = false;
    void sleep(noting, 2 * longestMs + 5).then(() => (isOver = true));
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(longestMs);
      await settled();
    }
    expect([asked, isOver]).to.deep.equal([[longestMs, longestMs, 5], false]);
    clock.advance(5);
    await settled();
    expect(isOver).to.equal(true);
  });

  it('ends at once when the signal comes, and where the clock cannot wake anybody', async () => {
    const { asked, noting } = setUp();
    const gone = new AbortController();
    const asleep = sleep(noting, 2 * longestMs, gone.signal);
    gone.abort();
    await asleep;
    expect(asked).to.deep.equal([longestMs]);
    await sleep({}, 2 * longestMs);
  });
});
