import { expect } from 'chai';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { createLease } from '../../src/concurrency/lease.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { unavailable, type Unavailable } from '../../src/model/app-error.js';
import { errorOf, valueOf } from '../builders/world.js';

const setUp = () => {
  const clock = createFixedClock(0);
  let answer: ResultAsync<boolean, Unavailable> = okAsync(true);
  const ends: number[] = [];
  const hold = createLease(clock, 60_000, 0, (_now, until) => {
    ends.push(until);
    return answer;
  });
  return { clock, hold, ends, renewalsAre: (next: typeof answer) => void (answer = next) };
};

describe('createHold', () => {
  it('renews when a third of the time is over, and writes nothing before', async () => {
    const { clock, hold, ends } = setUp();
    for (const now of [0, 19_999, 20_000, 20_001, 39_999, 40_000]) {
      clock.set(now);
      expect(valueOf(await hold())).to.equal(true);
    }
    expect(ends).to.deep.equal([80_000, 100_000]);
  });

  it('renews once for many that ask at once', async () => {
    const { clock, hold, ends } = setUp();
    clock.set(20_000);
    const answers = await Promise.all(Array.from({ length: 9 }, hold));
    expect(answers.map(valueOf)).to.not.include(false);
    expect(ends).to.deep.equal([80_000]);
  });

  it('says no for ever once somebody else has the work', async () => {
    const { clock, hold, ends, renewalsAre } = setUp();
    clock.set(20_000);
    renewalsAre(okAsync(false));
    expect(valueOf(await hold())).to.equal(false);
    renewalsAre(okAsync(true));
    expect(valueOf(await hold())).to.equal(false);
    expect(ends).to.have.length(1);
  });

  it('goes on without a database up to the end of the claim, asking now and then, and not beyond', async () => {
    const { clock, hold, ends, renewalsAre } = setUp();
    renewalsAre(errAsync(unavailable('database')));
    for (const now of [20_000, 24_999, 25_000, 59_999]) {
      clock.set(now);
      expect(valueOf(await hold())).to.equal(true);
    }
    expect(ends).to.have.length(3);
    clock.set(64_999);
    expect(errorOf(await hold())).to.deep.equal(unavailable('database'));
    renewalsAre(okAsync(true));
    expect(valueOf(await hold()), 'nobody else has come meanwhile').to.equal(true);
  });
});
