import { createFixedClock, createMemoryUnitOfWork } from '@svc/core/memory';
import type { UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { holdOffRemovals } from '../../src/backup/hold-off-removals.js';

const minuteMs = 60_000;

const holdOff = async () => {
  const clock = createFixedClock();
  const inner = createMemoryUnitOfWork();
  let [isFaulty, asked] = [false, 0];
  const unitOfWork: UnitOfWork = {
    ...inner,
    transact: (work) => {
      asked += 1;
      if (!isFaulty) return inner.transact(work);
      return ResultAsync.fromSafePromise(Promise.reject(new Error('the password is another one now')));
    },
  };
  const held = await holdOffRemovals({ unitOfWork, clock });
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 5) {
      clock.advance(5 * minuteMs);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    }
  };
  return { held, pass, setFaulty: (is: boolean) => (isFaulty = is), asked: () => asked };
};

describe('what holds off removals during a back-up', () => {
  it('does so for hours, and no more when that has ended', async () => {
    const { held, pass, asked } = await holdOff();
    await pass(180);
    await held.demand();
    const before = asked();
    expect(before).to.be.greaterThan(36);
    held.end();
    await pass(60);
    expect(asked()).to.equal(before);
  });

  it('outlives a fault of the database that is none of an outage, and says when it was one for too long', async () => {
    const { held, pass, setFaulty, asked } = await holdOff();
    setFaulty(true);
    await pass(30);
    expect(asked()).to.be.greaterThan(2);
    setFaulty(false);
    await held.demand();
    setFaulty(true);
    await pass(60);
    setFaulty(false);
    const [demanded] = await Promise.allSettled([held.demand()]);
    expect(demanded.status === 'rejected' ? String(demanded.reason) : '').to.match(/files may have been removed meanwhile/);
    held.end();
  });
});
