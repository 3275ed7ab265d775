import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createFaultyUnitOfWork, type DatabaseFault } from '../../src/memory/faulty-unit-of-work.js';
import { createMemoryUnitOfWork } from '../../src/memory/memory-unit-of-work.js';
import { unavailable } from '../../src/model/app-error.js';
import { errorOf, valueOf } from '../builders/world.js';

const fault = unavailable('database');

const setUp = () => {
  const inner = createMemoryUnitOfWork();
  const faulty = createFaultyUnitOfWork(inner);
  let runs = 0;
  const claim = () =>
    faulty.transact(async ({ leases }) => {
      runs += 1;
      await leases.claim('job', 'holder', 0, 10);
      return ok('claimed');
    });
  /** Whether the lease was claimed, as only a look behind the faults tells. */
  const isClaimed = async (): Promise<boolean> =>
    valueOf(await inner.transact(async ({ leases }) => ok((await leases.claim('job', 'somebody else', 1, 2)) === undefined)));
  return { faulty, claim, isClaimed, runs: () => runs };
};

describe('createFaultyUnitOfWork', () => {
  const effects: Readonly<Record<Exclude<DatabaseFault, 'hang' | 'slow'>, { claimed: boolean; runs: number; answers: boolean }>> =
    {
      before: { claimed: false, runs: 0, answers: false },
      undone: { claimed: false, runs: 1, answers: false },
      again: { claimed: true, runs: 2, answers: true },
      after: { claimed: true, runs: 1, answers: false },
    };
  for (const when of ['before', 'undone', 'again', 'after'] as const) {
    it(`fails a transaction ${when}, once, and says that it did`, async () => {
      const { faulty, claim, isClaimed, runs } = setUp();
      faulty.failNext({ call: 'transact', when });
      const { claimed, answers, runs: expected } = effects[when];
      const outcome = await claim();
      if (answers) expect(valueOf(outcome)).to.equal('claimed');
      else expect(errorOf(outcome)).to.deep.equal(fault);
      expect(runs()).to.equal(expected);
      expect(await isClaimed()).to.equal(claimed);
      expect([...faulty.hits()]).to.deep.equal([`transact.${when}`]);
      expect((await claim()).isOk()).to.equal(true);
    });
  }

  for (const [when, happens] of [
    ['hang', false],
    ['slow', true],
  ] as const) {
    it(`answers nothing before the release to a transaction that is to ${happens ? 'be slow' : 'hang'}`, async () => {
      const { faulty, claim, runs, isClaimed } = setUp();
      faulty.failNext({ call: 'transact', when });
      const claiming = claim();
      expect(valueOf(await faulty.read(() => Promise.resolve('read')))).to.equal('read');
      expect(runs()).to.equal(0);
      await faulty.release();
      expect((await claiming).isOk()).to.equal(happens);
      expect(await isClaimed()).to.equal(happens);
    });
  }

  it('fails reads and checks', async () => {
    const { faulty } = setUp();
    for (const call of ['read', 'check', 'isAlone'] as const) faulty.failNext({ call, when: 'before' });
    expect(errorOf(await faulty.read(() => Promise.resolve(1)))).to.deep.equal(fault);
    expect(errorOf(await faulty.check())).to.deep.equal(fault);
    expect(errorOf(await faulty.isAlone())).to.deep.equal(fault);
    valueOf(await faulty.check());
  });
});
