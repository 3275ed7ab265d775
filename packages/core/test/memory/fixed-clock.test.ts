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

  it('does what is to be done later when it is moved there, once, unless it was called off', () => {
    const clock = createFixedClock();
    const done: string[] = [];
    clock.after(10, () => void done.push('after 10'));
    const callOff = clock.after(10, () => void done.push('called off'));
    clock.after(20, () => void done.push('after 20'));
    clock.advance(9);
    expect(done).to.deep.equal([]);
    callOff();
    clock.advance(1);
    expect(done).to.deep.equal(['after 10']);
    clock.set(fixedClockStart + 1000);
    expect(done).to.deep.equal(['after 10', 'after 20']);
  });
});
