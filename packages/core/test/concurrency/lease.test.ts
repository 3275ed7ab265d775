import { expect } from 'chai';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { createLease } from '../../src/concurrency/lease.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { unavailable, type Unavailable } from '../../src/model/app-error.js';
import { errorOf, valueOf } from '../builders/world.js';

const setUp = () => {
  const clock = createFixedClock(0);
  let answer: ResultAsync<boolean, Unavailable> = okAsync(true);
  const ends: number[] = [];
  const renewLease = createLease(clock, 60_000, 0, (_now, until) => {
    ends.push(until);
    return answer;
  });
  return { clock, renewLease, ends, renewalsAre: (next: typeof answer) => void (answer = next) };
};

describe('createLease', () => {
  it('renews when a third of the time is over, and writes nothing before', async () => {
    const { clock, renewLease, ends } = setUp();
    for (const now of [0, 19_999, 20_000, 20_001, 39_999, 40_000]) {
      clock.set(now);
      expect(valueOf(await renewLease())).to.equal(true);
    }
    expect(ends).to.deep.equal([80_000, 100_000]);
  });

  it('renews once for many that ask at once', async () => {
    const { clock, renewLease, ends } = setUp();
    clock.set(20_000);
    const answers = await Promise.all(Array.from({ length: 9 }, renewLease));
    expect(answers.map(valueOf)).to.not.include(false);
    expect(ends).to.deep.equal([80_000]);
  });

  it('says no for ever once somebody else has the work', async () => {
    const { clock, renewLease, ends, renewalsAre } = setUp();
    clock.set(20_000);
    renewalsAre(okAsync(false));
    expect(valueOf(await renewLease())).to.equal(false);
    renewalsAre(okAsync(true));
    expect(valueOf(await renewLease())).to.equal(false);
    expect(ends).to.have.length(1);
  });

  it('goes on without a database up to the end of the claim, asking now and then, and not beyond', async () => {
    const { clock, renewLease, ends, renewalsAre } = setUp();
    renewalsAre(errAsync(unavailable('database')));
    for (const now of [20_000, 24_999, 25_000, 59_999]) {
      clock.set(now);
      expect(valueOf(await renewLease())).to.equal(true);
    }
    expect(ends).to.have.length(3);
    clock.set(64_999);
    expect(errorOf(await renewLease())).to.deep.equal(unavailable('database'));
    renewalsAre(okAsync(true));
    expect(valueOf(await renewLease()), 'nobody else has come meanwhile').to.equal(true);
  });

  it('asks again after a fault of the database that is none of an outage', async () => {
    const { clock, renewLease, ends, renewalsAre } = setUp();
    clock.set(20_000);
    renewalsAre(ResultAsync.fromSafePromise(Promise.reject(new Error('the password is another one now'))));
    const [asked] = await Promise.allSettled([renewLease()]);
    expect(asked.status).to.equal('rejected');
    renewalsAre(okAsync(true));
    expect(valueOf(await renewLease())).to.equal(true);
    expect(ends).to.deep.equal([80_000, 80_000]);
  });

  it('renews at once, and not again before its time, when the clock was set back', async () => {
    const { clock, renewLease, ends } = setUp();
    clock.set(-1_000_000);
    for (const later of [0, 19_999]) {
      clock.set(-1_000_000 + later);
      expect(valueOf(await renewLease())).to.equal(true);
    }
    expect(ends).to.deep.equal([-1_000_000 + 60_000]);
  });
});
