import { activityTypes, type PageRequest, roles } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedMember, storedOrganization, storedRepository, storedToken, storedUser } from './stored.js';

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
        records.repositories.putMember({ repositoryId, userId, level: 'MAINTAIN', isSetByOwner: false, createdAt: builtAt + 1 }),
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
  {
    title: "a user's levels on all repositories of one organization are removed at once, but for those that bar them",
    run: async (harness) => {
      const { id: first, organizationId } = await storedRepository(harness);
      const { id: second } = await storedRepository(harness, { organizationId });
      const { id: elsewhere } = await storedRepository(harness);
      const [{ id: userId }, { id: otherId }] = [await storedUser(harness), await storedUser(harness)];
      for (const repositoryId of [first, second, elsewhere]) {
        await storedMember(harness, repositoryId, userId, 'WRITE');
        await storedMember(harness, repositoryId, otherId, 'READ');
      }
      const { id: barred } = await storedRepository(harness, { organizationId });
      await storedMember(harness, barred, userId, 'NONE');
      await commit(harness, (records) => records.repositories.removeMemberFromAll(organizationId, userId));
      const usersOf = async (repositoryId: typeof first) =>
        (await ask(harness, (queries) => queries.repositories.listMembers(repositoryId, { limit: 9 }))).items.map(
          (member) => member.userId,
        );
      expect(await usersOf(first)).to.deep.equal([otherId]);
      expect(await usersOf(second)).to.deep.equal([otherId]);
      expect(await usersOf(barred)).to.deep.equal([userId]);
      expect(await usersOf(elsewhere)).to.have.members([userId, otherId]);
    },
  },
  {
    title: 'what is shared with a user are the repositories of others on which they have a level, the last one first',
    run: async (harness) => {
      const { id: userId } = await storedUser(harness);
      const { id: otherId } = await storedUser(harness);
      const organization = await storedOrganization(harness, { name: 'Compilers' });
      const { id: organizationId, name, slug } = organization;
      const shared = [];
      for (const [index, age] of [0, 1, 1, 1, 2, 1000, builtAt].entries()) {
        const repository = await storedRepository(harness, { organizationId, name: `Repository ${index}` });
        const sharedAt = builtAt - age;
        const level = index % 2 === 0 ? 'READ' : 'ADMIN';
        await commit(harness, (records) =>
          records.repositories.putMember({
            repositoryId: repository.id,
            userId,
            level,
            isSetByOwner: false,
            createdAt: sharedAt,
          }),
        );
        shared.push({ repository, organization: { name, slug }, level, sharedAt });
      }
      const lastFirst = shared.toSorted(
        (left, right) => right.sharedAt - left.sharedAt || (left.repository.id < right.repository.id ? -1 : 1),
      );
      const barred = await storedRepository(harness, { organizationId });
      await storedMember(harness, barred.id, userId, 'NONE');
      await storedMember(harness, (await storedRepository(harness, { organizationId })).id, otherId, 'READ');
      const own = await storedRepository(harness);
      await storedMember(harness, own.id, userId, 'WRITE');
      await commit(harness, (records) =>
        records.organizations.putMembership({
          organizationId: own.organizationId,
          userId,
          role: 'VIEWER',
          joinedAt: builtAt,
        }),
      );
      const list = (page: PageRequest) => ask(harness, (queries) => queries.repositories.listShared(userId, page));
      await expectPaging(list, lastFirst);
      await commit(harness, (records) => records.organizations.removeMembership(own.organizationId, userId));
      expect((await list({ limit: 20 })).items).to.have.length(lastFirst.length + 1);
    },
  },
  {
    title:
      'the level NONE hides a repository from no OWNER, and from an ADMIN only when an OWNER has set it, nor after it is gone',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      for (const role of [undefined, ...roles]) {
        for (const isSetByOwner of [false, true]) {
          const { id: repositoryId } = await storedRepository(harness, { organizationId });
          const { id: userId } = await storedUser(harness);
          const { token } = await storedToken(harness, { organizationId, kind: 'REPO', repositoryId });
          if (role !== undefined) {
            const membership = { organizationId, userId, role, joinedAt: builtAt };
            await commit(harness, (records) => records.organizations.putMembership(membership));
          }
          await storedMember(harness, repositoryId, userId, 'NONE', isSetByOwner);
          await commit(harness, ({ activity }) =>
            activity.append({
              type: 'repository.created',
              organizationId,
              actorId: undefined,
              repositoryId,
              data: {},
              at: builtAt,
            }),
          );
          const isSeen = role === 'OWNER' || (role === 'ADMIN' && !isSetByOwner);
          const isTold = (): Promise<boolean> =>
            ask(harness, async ({ activity }) => {
              const filter = { types: activityTypes, hiddenFrom: userId, repositoryId };
              return (await activity.list(organizationId, filter, { limit: 9, skip: 0 })).length > 0;
            });
          const isListed = await ask(harness, async (queries) => {
            const { items } = await queries.repositories.listOfOrganization(organizationId, userId, { limit: 9 }, repositoryId);
            return items.length > 0;
          });
          const isTokenListed = await ask(harness, async ({ tokens }) => {
            const { items } = await tokens.listOfOrganization(organizationId, userId, { limit: 99 });
            return items.some(({ id }) => id === token.id);
          });
          const isTheirs = `${role ?? 'nobody'}, set by ${isSetByOwner ? 'an OWNER' : 'another'}`;
          expect({ isListed, isTokenListed, isTold: await isTold() }, isTheirs).to.deep.equal({
            isListed: isSeen,
            isTokenListed: isSeen,
            isTold: isSeen,
          });
          await commit(harness, (records) => records.repositories.remove(repositoryId));
          expect(await isTold(), `${isTheirs}, gone`).to.equal(isSeen);
        }
      }
    },
  },
];
