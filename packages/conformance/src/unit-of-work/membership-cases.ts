import type { OrganizationId, Role, UserId } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, slug } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';
import { storedOrganization, storedRepository, storedUser } from './stored.js';

const memberRoles: readonly Role[] = ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING', 'OWNER'];

export const membershipCases: readonly UnitOfWorkCase[] = [
  {
    title: 'members and repositories are counted, and owners listed, for one organization',
    run: async (harness) => {
      const { organizationId } = await storedRepository(harness);
      await storedRepository(harness, { organizationId });
      const { organizationId: otherId } = await storedRepository(harness);
      for (const role of memberRoles) {
        const { id: userId } = await storedUser(harness);
        await commit(harness, (records) =>
          records.organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt }),
        );
      }
      await commit(harness, async ({ organizations }) => {
        expect(await organizations.countMembers(organizationId)).to.equal(6);
        expect(await organizations.listOwners(organizationId)).to.have.length(2);
        expect(await organizations.countRepositories(organizationId)).to.equal(2);
        expect(await organizations.countMembers(otherId)).to.equal(0);
        expect(await organizations.listOwners(otherId)).to.deep.equal([]);
        expect(await organizations.countRepositories(otherId)).to.equal(1);
      });
    },
  },
  {
    title: 'another owner is one of the same organization whose account is active',
    run: async (harness) => {
      const [{ id: organizationId }, other] = [await storedOrganization(harness), await storedOrganization(harness)];
      const [first, second] = [await storedUser(harness), await storedUser(harness)];
      const put = (of: OrganizationId, userId: UserId, role: Role): Promise<void> =>
        commit(harness, ({ organizations }) =>
          organizations.putMembership({ organizationId: of, userId, role, joinedAt: builtAt }),
        );
      const others = (): Promise<readonly boolean[]> =>
        commit(harness, ({ organizations }) =>
          Promise.all([first, second].map(({ id }) => organizations.hasOtherOwner(organizationId, id))),
        );
      await put(organizationId, first.id, 'OWNER');
      await put(organizationId, second.id, 'ADMIN');
      await put(other.id, second.id, 'OWNER');
      expect(await others()).to.deep.equal([false, true]);
      await put(organizationId, second.id, 'OWNER');
      expect(await others()).to.deep.equal([true, true]);
      for (const status of ['SUSPENDED', 'DELETED'] as const) {
        await commit(harness, ({ users }) => users.setStatus(second.id, status));
        expect(await others(), status).to.deep.equal([false, true]);
      }
    },
  },
  {
    title: 'a membership is added, changed and removed; a change keeps when it began',
    run: async (harness) => {
      const [{ id: organizationId }, other] = [await storedOrganization(harness), await storedOrganization(harness)];
      const { id: userId } = await storedUser(harness);
      await commit(harness, async ({ organizations }) => {
        await organizations.putMembership({ organizationId, userId, role: 'VIEWER', joinedAt: builtAt });
        await organizations.putMembership({ organizationId: other.id, userId, role: 'OWNER', joinedAt: builtAt });
        await organizations.putMembership({ organizationId, userId, role: 'ADMIN', joinedAt: builtAt + 1 });
        expect(await organizations.findMembership(organizationId, userId)).to.deep.equal({
          organizationId,
          userId,
          role: 'ADMIN',
          joinedAt: builtAt,
        });
        expect(await organizations.countMembers(organizationId)).to.equal(1);
        await organizations.removeMembership(organizationId, userId);
        await organizations.removeMembership(organizationId, userId);
        expect(await organizations.findMembership(organizationId, userId)).to.equal(undefined);
        expect((await organizations.findMembership(other.id, userId))?.role).to.equal('OWNER');
      });
    },
  },
  {
    title: 'what is counted under a lock cannot change meanwhile: a limit holds against many at once',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const users = await together(20, () => storedUser(harness));
      const joined = await together(20, (index) =>
        commit(harness, async ({ organizations }) => {
          await organizations.lock(organizationId);
          if ((await organizations.countMembers(organizationId)) >= 3) return false;
          const { id: userId } = users[index] ?? expect.fail();
          await organizations.putMembership({ organizationId, userId, role: 'VIEWER', joinedAt: builtAt });
          return true;
        }),
      );
      expect(joined.filter(Boolean)).to.have.length(3);
    },
  },
  {
    title: 'of two owners who leave at once one stays',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const owners = [await storedUser(harness), await storedUser(harness)];
      for (const { id: userId } of owners) {
        await commit(harness, (records) =>
          records.organizations.putMembership({ organizationId, userId, role: 'OWNER', joinedAt: builtAt }),
        );
      }
      await Promise.all(
        owners.map(({ id: userId }) =>
          commit(harness, async ({ organizations }) => {
            await organizations.lock(organizationId);
            if (await organizations.hasOtherOwner(organizationId, userId)) {
              await organizations.removeMembership(organizationId, userId);
            }
          }),
        ),
      );
      expect(await commit(harness, ({ organizations }) => organizations.listOwners(organizationId))).to.have.length(1);
    },
  },
  {
    title: 'the members of an organization are listed by user id',
    run: async (harness) => {
      const [{ id: organizationId }, other] = [await storedOrganization(harness), await storedOrganization(harness)];
      const members = [];
      for (const [index, role] of memberRoles.entries()) {
        const part = index === 0 ? { email: undefined, emailVerified: false } : { name: `Member ${index}` };
        const { id: userId, name: userName, email } = await storedUser(harness, part);
        const membership = { organizationId, userId, role, joinedAt: builtAt + index };
        await commit(harness, async ({ organizations }) => {
          await organizations.putMembership(membership);
          await organizations.putMembership({ ...membership, organizationId: other.id, role: 'VIEWER' });
        });
        members.push({ ...membership, userName, email });
      }
      const byId = members.toSorted((left, right) => (left.userId < right.userId ? -1 : 1));
      await expectPaging((page) => ask(harness, (queries) => queries.organizations.listMembers(organizationId, page)), byId);
    },
  },
  {
    title: "a user's organizations are listed by slug with the user's role",
    run: async (harness) => {
      const [user, stranger] = [await storedUser(harness), await storedUser(harness)];
      const held: { organization: Awaited<ReturnType<typeof storedOrganization>>; role: Role }[] = [];
      for (const [index, text] of ['b', 'a-b', 'a_b', 'ab', 'a', 'a.b', '0'].entries()) {
        const organization = await storedOrganization(harness, { slug: slug(text) });
        const role = memberRoles[index % memberRoles.length] ?? expect.fail();
        await commit(harness, async ({ organizations }) => {
          await organizations.putMembership({ organizationId: organization.id, userId: user.id, role, joinedAt: builtAt });
          await organizations.putMembership({
            organizationId: organization.id,
            userId: stranger.id,
            role: 'BILLING',
            joinedAt: builtAt,
          });
        });
        held.push({ organization, role });
      }
      await storedOrganization(harness);
      const bySlug = ['0', 'a', 'a-b', 'a.b', 'a_b', 'ab', 'b'].map(
        (text) => held.find(({ organization }) => organization.slug === text) ?? expect.fail(),
      );
      await expectPaging((page) => ask(harness, (queries) => queries.organizations.listOfUser(user.id, page)), bySlug);
    },
  },
  {
    title: "a user's list can be narrowed to one organization, of which they must be a member",
    run: async (harness) => {
      const user = await storedUser(harness);
      const mine = await storedOrganization(harness);
      const alsoMine = await storedOrganization(harness);
      const foreign = await storedOrganization(harness);
      await commit(harness, async ({ organizations }) => {
        await organizations.putMembership({ organizationId: mine.id, userId: user.id, role: 'ADMIN', joinedAt: builtAt });
        await organizations.putMembership({ organizationId: alsoMine.id, userId: user.id, role: 'ADMIN', joinedAt: builtAt });
      });
      const only = (id: OrganizationId) => ask(harness, (queries) => queries.organizations.listOfUser(user.id, { limit: 9 }, id));
      expect((await only(mine.id)).items).to.deep.equal([{ organization: mine, role: 'ADMIN' }]);
      expect((await only(foreign.id)).items).to.deep.equal([]);
    },
  },
  {
    title: 'the organizations that a user owns are counted, and the last place is had by one of many at once',
    run: async (harness) => {
      const { id: userId } = await storedUser(harness);
      const join = async (role: Role, max: number) => {
        const { id: organizationId } = await storedOrganization(harness);
        return commit(harness, async ({ organizations, users }) => {
          await users.lock(userId);
          if ((await organizations.countOwned(userId)) >= max) return false;
          await organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt });
          return true;
        });
      };
      await join('OWNER', 9);
      for (const role of ['ADMIN', 'VIEWER'] as const) await join(role, 9);
      const claims = await together(10, () => join('OWNER', 3));
      expect(claims.filter(Boolean)).to.have.length(2);
      expect(await commit(harness, ({ organizations }) => organizations.countOwned(userId))).to.equal(3);
    },
  },
];
