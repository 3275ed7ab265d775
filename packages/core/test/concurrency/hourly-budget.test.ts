import { expect } from 'chai';
import { Abandoned } from '../../src/concurrency/fair-queue.js';
import { createHourlyBudget } from '../../src/concurrency/hourly-budget.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';

const minute = 60_000;

describe('createHourlyBudget', () => {
  it('is spent by lane, below nothing too, and fills again with the time', () => {
    const clock = createFixedClock();
    const budget = createHourlyBudget(clock, 600);
    budget.spend('a', 599);
    expect(budget.isSpent('a')).to.equal(false);
    budget.spend('a', 101);
    expect([budget.isSpent('a'), budget.isSpent('b')]).to.deep.equal([true, false]);
    expect(budget.spentLanes()).to.deep.equal(['a']);
    clock.advance(10 * minute);
    expect(budget.isSpent('a')).to.equal(true);
    clock.advance(minute);
    expect(budget.isSpent('a')).to.equal(false);
    clock.advance(100 * minute);
    budget.spend('a', 600);
    expect(budget.isSpent('a'), 'no more than an hour is saved up').to.equal(true);
  });

  it('lets those wait who ask, until there is something or they are gone', async () => {
    const clock = createFixedClock();
    const budget = createHourlyBudget(clock, 600);
    await budget.refilled('a');
    budget.spend('a', 700);
    const refilled: string[] = [];
    const waiting = budget.refilled('a').then(() => refilled.push('a'));
    const gone = new AbortController();
    const abandoned = budget.refilled('a', gone.signal);
    gone.abort();
    const [outcome] = await Promise.allSettled([abandoned]);
    expect(outcome).to.have.property('reason').that.is.instanceOf(Abandoned);
    clock.advance(10 * minute);
    await new Promise(setImmediate);
    expect(refilled).to.deep.equal([]);
    clock.advance(minute);
    await waiting;
    expect(refilled).to.deep.equal(['a']);
  });

  it('does not run back with a clock that is set back', () => {
    const clock = createFixedClock();
    const budget = createHourlyBudget(clock, 600);
    budget.spend('a', 300);
    clock.set(clock.now() - 100 * minute);
    budget.spend('a', 200);
    expect(budget.isSpent('a')).to.equal(false);
    clock.advance(10 * minute);
    expect(budget.isSpent('a')).to.equal(false);
  });

  it('fills again from then on when the clock is set back', () => {
    const clock = createFixedClock();
    const budget = createHourlyBudget(clock, 600);
    budget.spend('a', 700);
    clock.set(clock.now() - 1000 * minute);
    expect(budget.isSpent('a')).to.equal(true);
    clock.advance(10 * minute);
    expect(budget.spentLanes()).to.deep.equal(['a']);
    clock.advance(minute);
    expect(budget.spentLanes()).to.deep.equal([]);
  });
});
