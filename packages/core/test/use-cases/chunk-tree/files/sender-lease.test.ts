import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createFixedClock } from '../../../../src/memory/fixed-clock.js';
import { type RepositoryId, SECOND_MS, type TreePath, trusted } from '../../../../src/model/values/index.js';
import type { UnitOfWork } from '../../../../src/ports/unit-of-work.js';
import { keepSenderLease } from '../../../../src/use-cases/chunk-tree/files/sender-lease.js';
import { createWorld } from '../../../builders/world.js';

describe('keepSenderLease', () => {
  it('tries again after a fault that is none of an outage, and is lost when its time is over', async () => {
    const clock = createFixedClock();
    let tries = 0;
    const unitOfWork: UnitOfWork = {
      ...createWorld().unitOfWork,
      transact: () => {
        tries += 1;
        return ResultAsync.fromSafePromise(Promise.reject(new Error('the password is another one now')));
      },
    };
    const begunAt = clock.now();
    const lease = keepSenderLease({ unitOfWork, clock }, trusted<RepositoryId>('r'), trusted<TreePath>('a/file'), begunAt);
    for (let second = 0; second < 12; second += 1) {
      expect(lease.isLost()).to.equal(clock.now() >= begunAt + 11.25 * SECOND_MS);
      clock.advance(SECOND_MS);
      await new Promise(setImmediate);
    }
    expect([tries, lease.isLost()]).to.deep.equal([2, true]);
    lease.end();
  });
});
