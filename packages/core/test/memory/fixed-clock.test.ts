import { createFixedClock, fixedClockStart } from '@svc/core/memory';
import { expect } from 'chai';

describe('the fixed clock', () => {
  it('stands still until it is moved', () => {
    const clock = createFixedClock();
    expect([clock.now(), clock.now()]).to.deep.equal([fixedClockStart, fixedClockStart]);
    clock.advance(5);
    expect(clock.now()).to.equal(fixedClockStart + 5);
    clock.set(7);
    expect(clock.now()).to.equal(7);
  });
});
