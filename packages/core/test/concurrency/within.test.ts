import { expect } from 'chai';
import { within } from '../../src/concurrency/within.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';

const never = new Promise<never>(() => undefined);

describe('an outcome that is waited for within a time', () => {
  it('is answered when it comes before, and thrown when it fails', async () => {
    const clock = createFixedClock();
    expect(await within(clock, 100, Promise.resolve('done'))).to.deep.equal({ value: 'done' });
    const fault = new Error('broken');
    expect(await within(clock, 100, Promise.reject(fault)).catch((thrown: unknown) => thrown)).to.equal(fault);
  });

  it('is undefined once the time is over, and what becomes of it then hurts nobody', async () => {
    const clock = createFixedClock();
    let fail: (fault: Error) => void = () => undefined;
    const late = within(clock, 100, new Promise<never>((_, reject) => (fail = reject)));
    let isAnswered = false;
    void late.then(() => (isAnswered = true));
    clock.advance(99);
    await Promise.resolve();
    expect(isAnswered).to.equal(false);
    clock.advance(1);
    expect(await late).to.equal(undefined);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('is waited for however long it takes where the clock cannot wait', async () => {
    expect(await within({}, 0, Promise.resolve('done'))).to.deep.equal({ value: 'done' });
    expect(await Promise.race([within({}, 0, never), Promise.resolve('waits')])).to.equal('waits');
  });
});
