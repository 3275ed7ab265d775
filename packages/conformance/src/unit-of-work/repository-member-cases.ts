import { expect } from 'chai';
import { builtAt } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedMember, storedRepository, storedUser } from './stored.js';

export const repositoryMemberCases: readonly UnitOfWorkCase[] = [
  {
    title: 'the users with a level of their own are listed by id, with their name and e-mail as they are now',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const users = [];
      for (const name of ['Ada', 'Grace', 'Edsger', 'Barbara']) users.push(await storedUser(harness, { name }));
      users.push(await storedUser(harness, { email: undefined, emailVerified: false }));
      for (const { id } of users) await storedMember(harness, repositoryId, id, 'WRITE');
      await storedMember(harness, otherId, (await storedUser(harness)).id, 'ADMIN');
      const [ada] = users;
      await commit(harness, (records) => records.users.rename(ada?.id ?? expect.fail(), 'Countess'));
      const members = users
        .map(({ id: userId, name, email }) => {
          const userName = userId === ada?.id ? 'Countess' : name;
          return { repositoryId, userId, userName, email, level: 'WRITE', createdAt: builtAt };
        })
        .sort((left, right) => (left.userId < right.userId ? -1 : 1));
      await expectPaging((page) => ask(harness, (queries) => queries.repositories.listMembers(repositoryId, page)), members);
    },
  },
  {
    title: 'a level takes the place of the one before it and of its time',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: userId } = await storedUser(harness);
      await storedMember(harness, repositoryId, userId, 'READ');
      await commit(harness, (records) =>
        records.repositories.putMember({ repositoryId, userId, level: 'MAINTAIN', createdAt: builtAt + 1 }),
      );
      const { items } = await ask(harness, (queries) => queries.repositories.listMembers(repositoryId, { limit: 9 }));
      expect(items.map(({ level, createdAt }) => ({ level, createdAt }))).to.deep.equal([
        { level: 'MAINTAIN', createdAt: builtAt + 1 },
      ]);
    },
  },
  {
    title: 'a level is removed from one repository; there is none to remove afterwards',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const { id: userId } = await storedUser(harness);
      await storedMember(harness, repositoryId, userId, 'READ');
      await storedMember(harness, otherId, userId, 'READ');
      expect(await commit(harness, (records) => records.repositories.removeMember(repositoryId, userId))).to.equal(true);
      expect(await commit(harness, (records) => records.repositories.removeMember(repositoryId, userId))).to.equal(false);
      const { items } = await ask(harness, (queries) => queries.repositories.listMembers(otherId, { limit: 9 }));
      expect(items).to.have.length(1);
    },
  },
];
