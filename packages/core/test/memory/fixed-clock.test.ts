import { clockCases, runCases } from '@svc/conformance';
import { createFixedClock, fixedClockStart } from '@svc/core/memory';
import { expect } from 'chai';

describe('the fixed clock', () => {
  runCases(describe, it, clockCases, async () => {
    const clock = createFixedClock();
    return { clock, pass: async (milliseconds) => clock.advance(milliseconds), close: async () => {} };
  });

  it('stands still until it is moved', () => {
    const clock = createFixedClock();
    expect([clock.now(), clock.now()]).to.deep.equal([fixedClockStart, fixedClockStart]);
    clock.advance(5);
    expect(clock.now()).to.equal(fixedClockStart + 5);
    clock.set(7);
    expect(clock.now()).to.equal(7);
  });

  it('refuses a time that is no number, where every comparison with it would be false', () => {
    const clock = createFixedClock();
    const moves = [
      () => createFixedClock(Number.NaN),
      () => clock.advance(Number.NaN),
      () => clock.set(Number.POSITIVE_INFINITY),
    ];
    for (const move of [...moves, () => clock.after(Number.NaN, () => {})]) expect(move).to.throw('an instant is a number');
    expect(clock.now()).to.equal(fixedClockStart);
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

  it('does what one move reaches in the order of the times, each at its own, and what that has put off to be done in the move', () => {
    const clock = createFixedClock(0);
    const done: (readonly [string, number])[] = [];
    const note = (what: string) => void done.push([what, clock.now()]);
    clock.after(300, () => note('late'));
    clock.after(100, () => {
      note('early');
      clock.after(50, () => note('between'));
      clock.after(950, () => note('behind'));
    });
    clock.advance(1000);
    expect(done).to.deep.equal([
      ['early', 100],
      ['between', 150],
      ['late', 300],
    ]);
    expect(clock.now()).to.equal(1000);
  });
});
