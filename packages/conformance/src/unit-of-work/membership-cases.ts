import type { OrganizationId, Role } from '@svc/core';
import { expect } from 'chai';
import { slug } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';
import { storedOrganization, storedRepository, storedUser } from './stored.js';

const memberRoles: readonly Role[] = ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING', 'OWNER'];

export const membershipCases: readonly UnitOfWorkCase[] = [
  {
    title: 'members, owners and repositories are counted for one organization',
    run: async (harness) => {
      const { organizationId } = await storedRepository(harness);
      await storedRepository(harness, { organizationId });
      const { organizationId: otherId } = await storedRepository(harness);
      for (const role of memberRoles) {
        const { id: userId } = await storedUser(harness);
        await commit(harness, (records) => records.organizations.putMembership({ organizationId, userId, role }));
      }
      await commit(harness, async ({ organizations }) => {
        expect(await organizations.countMembers(organizationId)).to.equal(6);
        expect(await organizations.countOwners(organizationId)).to.equal(2);
        expect(await organizations.countRepositories(organizationId)).to.equal(2);
        expect(await organizations.countMembers(otherId)).to.equal(0);
        expect(await organizations.countOwners(otherId)).to.equal(0);
        expect(await organizations.countRepositories(otherId)).to.equal(1);
      });
    },
  },
  {
    title: 'a membership is added, changed and removed',
    run: async (harness) => {
      const [{ id: organizationId }, other] = [await storedOrganization(harness), await storedOrganization(harness)];
      const { id: userId } = await storedUser(harness);
      await commit(harness, async ({ organizations }) => {
        await organizations.putMembership({ organizationId, userId, role: 'VIEWER' });
        await organizations.putMembership({ organizationId: other.id, userId, role: 'OWNER' });
        await organizations.putMembership({ organizationId, userId, role: 'ADMIN' });
        expect(await organizations.findMembership(organizationId, userId)).to.deep.equal({
          organizationId,
          userId,
          role: 'ADMIN',
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
          await organizations.putMembership({ organizationId, userId, role: 'VIEWER' });
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
        await commit(harness, (records) => records.organizations.putMembership({ organizationId, userId, role: 'OWNER' }));
      }
      await Promise.all(
        owners.map(({ id: userId }) =>
          commit(harness, async ({ organizations }) => {
            await organizations.lock(organizationId);
            if ((await organizations.countOwners(organizationId)) > 1) {
              await organizations.removeMembership(organizationId, userId);
            }
          }),
        ),
      );
      expect(await commit(harness, (records) => records.organizations.countOwners(organizationId))).to.equal(1);
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
          await organizations.putMembership({ organizationId: organization.id, userId: user.id, role });
          await organizations.putMembership({ organizationId: organization.id, userId: stranger.id, role: 'BILLING' });
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
        await organizations.putMembership({ organizationId: mine.id, userId: user.id, role: 'ADMIN' });
        await organizations.putMembership({ organizationId: alsoMine.id, userId: user.id, role: 'ADMIN' });
      });
      const only = (id: OrganizationId) => ask(harness, (queries) => queries.organizations.listOfUser(user.id, { limit: 9 }, id));
      expect((await only(mine.id)).items).to.deep.equal([{ organization: mine, role: 'ADMIN' }]);
      expect((await only(foreign.id)).items).to.deep.equal([]);
    },
  },
];
