import { expect } from 'chai';
import { err, ok, type Result } from 'neverthrow';
import { anOrganization, aRepository, aUser } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization } from './stored.js';

class Broken extends Error {}

/** The error that the promise is rejected with, or that is thrown before there is a promise. */
const rejection = async (begin: () => unknown): Promise<unknown> => {
  try {
    await begin();
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to throw');
};

const neverCommits = async (harness: UnitOfWorkHarness, begin: () => Promise<unknown>): Promise<void> => {
  const error = await rejection(() =>
    harness.unitOfWork.transact(async (): Promise<Result<void, never>> => {
      await Promise.resolve();
      await begin();
      return ok(undefined);
    }),
  );
  expect(error).to.be.an.instanceOf(Error);
};

export const transactionCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an Ok commits and is the outcome',
    run: async (harness) => {
      const user = aUser();
      const outcome = await harness.unitOfWork.transact(async (records): Promise<Result<string, never>> => {
        await records.users.add(user);
        return ok('done');
      });
      expect(outcome.isOk() && outcome.value).to.equal('done');
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.deep.equal(user);
    },
  },
  {
    title: 'an Err rolls everything back and is the outcome',
    run: async (harness) => {
      const [user, organization] = [aUser(), await storedOrganization(harness)];
      const outcome = await harness.unitOfWork.transact(async (records): Promise<Result<void, string>> => {
        await records.users.add(user);
        await records.organizations.update({ ...organization, name: 'Changed' });
        await records.usage.reserve(organization.id, 10, undefined);
        return err('refused');
      });
      expect(outcome.isErr() && outcome.error).to.equal('refused');
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.equal(undefined);
      expect(await ask(harness, (queries) => queries.organizations.find(organization.id))).to.deep.equal(organization);
      expect((await ask(harness, (queries) => queries.usage.ofOrganization(organization.id))).reservedBytes).to.equal(0);
    },
  },
  {
    title: 'a throw rolls everything back and is thrown on',
    run: async (harness) => {
      const user = aUser();
      const broken = new Broken('on purpose');
      const error = await rejection(() =>
        harness.unitOfWork.transact(async (records) => {
          await records.users.add(user);
          throw broken;
        }),
      );
      expect(error).to.equal(broken);
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.equal(undefined);
    },
  },
  {
    title: 'a throw of a read is thrown on',
    run: async (harness) => {
      const broken = new Broken('on purpose');
      expect(await rejection(() => harness.unitOfWork.read(() => Promise.reject(broken)))).to.equal(broken);
    },
  },
  {
    title: 'a failed transaction does not stand in the way of the next',
    run: async (harness) => {
      const user = aUser();
      await rejection(() => harness.unitOfWork.transact(() => Promise.reject(new Broken('on purpose'))));
      const refused = await harness.unitOfWork.transact(async (): Promise<Result<void, string>> => err('refused'));
      expect(refused.isErr()).to.equal(true);
      await commit(harness, (records) => records.users.add(user));
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.deep.equal(user);
    },
  },
  {
    title: 'a transaction sees what it has written',
    run: async (harness) => {
      const organization = anOrganization();
      await commit(harness, async (records) => {
        await records.organizations.add(organization);
        expect(await records.organizations.find(organization.id)).to.deep.equal(organization);
        await records.organizations.remove(organization.id);
        expect(await records.organizations.find(organization.id)).to.equal(undefined);
      });
    },
  },
  {
    title:
      'a query sees what was committed when it began: nothing of a transaction that is still open, all of one that has ended',
    run: async (harness) => {
      const user = aUser();
      const seen = await harness.unitOfWork.read(async (queries) => {
        let written = (): void => undefined;
        let release = (): void => undefined;
        const isWritten = new Promise<void>((resolve) => (written = resolve));
        const isReleased = new Promise<void>((resolve) => (release = resolve));
        const committed = commit(harness, async (records) => {
          await records.users.add(user);
          written();
          await isReleased;
        });
        await isWritten;
        const during = await queries.users.find(user.id);
        release();
        await committed;
        return { during, after: await queries.users.find(user.id) };
      });
      expect(seen.isOk() && seen.value).to.deep.equal({ during: undefined, after: user });
    },
  },
  {
    title: 'a transaction inside of a transaction throws',
    run: (harness) => neverCommits(harness, () => commit(harness, () => Promise.resolve())),
  },
  {
    title: 'a read inside of a transaction throws',
    run: (harness) => neverCommits(harness, () => ask(harness, () => Promise.resolve())),
  },
  {
    title: 'a nested transaction throws at once, even when nobody waits for it',
    run: async (harness) => {
      const user = aUser();
      const begun: unknown[] = [];
      const error = await rejection(() =>
        harness.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
          await records.users.add(user);
          begun.push(harness.unitOfWork.transact(async (): Promise<Result<void, never>> => ok(undefined)));
          return ok(undefined);
        }),
      );
      expect(error).to.be.an.instanceOf(Error);
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.equal(undefined);
    },
  },
  {
    title: 'what a transaction left running may begin another one after its end',
    run: async (harness) => {
      const user = aUser();
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const { later } = await commit(harness, async () => {
        const wait = async (): Promise<void> => {
          await ended;
          await commit(harness, (records) => records.users.add(user));
        };
        return { later: wait() };
      });
      end();
      await later;
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.deep.equal(user);
    },
  },
  {
    title: 'records that outlive their transaction throw',
    run: async (harness) => {
      const user = aUser();
      const records = await commit(harness, async (own) => own);
      await rejection(() => records.users.add(user));
      await commit(harness, () => rejection(() => records.users.add(user)));
      expect(await ask(harness, (queries) => queries.users.find(user.id))).to.equal(undefined);
    },
  },
  {
    title: 'transactions that read and then write the same fact act as if one ran after the other',
    run: async (harness) => {
      const organization = await storedOrganization(harness, { name: '0' });
      await together(50, () =>
        commit(harness, async (records) => {
          const known = await records.organizations.find(organization.id);
          await Promise.resolve();
          await records.organizations.update({ ...organization, name: String(Number(known?.name) + 1) });
        }),
      );
      const after = await ask(harness, (queries) => queries.organizations.find(organization.id));
      expect(after?.name).to.equal('50');
    },
  },
  {
    title: 'of transactions that each count what others add one finds that there is nothing yet',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const counted = await together(8, () =>
        commit(harness, async ({ organizations, repositories }) => {
          const count = await organizations.countRepositories(id);
          await Promise.resolve();
          await repositories.add(aRepository(id));
          return count;
        }),
      );
      expect(counted.toSorted()).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    title: 'check answers',
    run: async (harness) => {
      expect((await harness.unitOfWork.check()).isOk()).to.equal(true);
    },
  },
  {
    title: 'a unit of work is not alone beside another process that uses its store',
    run: async ({ unitOfWork, admitOther }) => {
      if (admitOther === undefined) return;
      await admitOther();
      expect((await unitOfWork.isAlone())._unsafeUnwrap()).to.equal(false);
    },
  },
];
