import { type OrganizationId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { aLedgerEntry, anOrganization, builtAt, slug, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository, storedToken } from './stored.js';

const find = (harness: UnitOfWorkHarness, id: OrganizationId) => ask(harness, (queries) => queries.organizations.find(id));

const unknownId = (): OrganizationId => trusted<OrganizationId>(uniqueId());

export const organizationCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an added organization is found as it was given, with empty usage',
    run: async (harness) => {
      const organization = anOrganization({
        name: 'Ünïcode 🚀 \u{10ffff} ‮rtl',
        planId: 'developer',
        hasByosAddOn: true,
        createdAt: 0,
      });
      expect(await commit(harness, (records) => records.organizations.add(organization))).to.equal(true);
      expect(await find(harness, organization.id)).to.deep.equal(organization);
      const findBySlug = (text: string) => ask(harness, (queries) => queries.organizations.findBySlug(slug(text)));
      expect(await findBySlug(organization.slug)).to.deep.equal(organization);
      expect(await findBySlug('nobody')).to.equal(undefined);
      const usage = await ask(harness, (queries) => queries.usage.ofOrganization(organization.id));
      expect(usage).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
      expect(await find(harness, unknownId())).to.equal(undefined);
    },
  },
  {
    title: 'every organization is listed by slug',
    run: async (harness) => {
      const organizations = [];
      for (const name of ['engines', 'acme', 'acme-2', 'zeta']) {
        organizations.push(await storedOrganization(harness, { slug: slug(name) }));
      }
      const sorted = organizations.toSorted((left, right) => (left.slug < right.slug ? -1 : 1));
      await expectPaging((page) => ask(harness, (queries) => queries.organizations.listAll(page)), sorted);
    },
  },
  {
    title: 'add refuses a slug that is taken and writes nothing',
    run: async (harness) => {
      const first = await storedOrganization(harness, { slug: slug('engines') });
      const second = anOrganization({ slug: slug('engines') });
      expect(await commit(harness, (records) => records.organizations.add(second))).to.equal(false);
      expect(await find(harness, second.id)).to.equal(undefined);
      expect(await commit(harness, (records) => records.usage.reserve(second.id, 1, undefined))).to.equal(undefined);
      expect(await find(harness, first.id)).to.deep.equal(first);
    },
  },
  {
    title: 'of many that claim one slug at once, one gets it',
    run: async (harness) => {
      const claims = await together(20, () =>
        commit(harness, (records) => records.organizations.add(anOrganization({ slug: slug('wanted') }))),
      );
      expect(claims.filter(Boolean)).to.have.length(1);
    },
  },
  {
    title: 'update changes name, slug and plan, and nothing else',
    run: async (harness) => {
      const organization = await storedOrganization(harness);
      const changed = { ...organization, name: 'Difference Engines', slug: slug('difference'), planId: 'team' } as const;
      expect(await commit(harness, (records) => records.organizations.update({ ...changed, createdAt: 5 }))).to.equal(true);
      expect(await find(harness, organization.id)).to.deep.equal(changed);
      expect(await commit(harness, (records) => records.organizations.update(changed)), 'its own slug').to.equal(true);
    },
  },
  {
    title: 'update refuses a slug that another has and writes nothing',
    run: async (harness) => {
      const other = await storedOrganization(harness);
      const organization = await storedOrganization(harness);
      const change = { ...organization, name: 'Changed', slug: other.slug };
      expect(await commit(harness, (records) => records.organizations.update(change))).to.equal(false);
      expect(await find(harness, organization.id)).to.deep.equal(organization);
    },
  },
  {
    title: 'a slug that was given up is free',
    run: async (harness) => {
      const organization = await storedOrganization(harness, { slug: slug('old') });
      await commit(harness, (records) => records.organizations.update({ ...organization, slug: slug('new') }));
      const next = anOrganization({ slug: slug('old') });
      expect(await commit(harness, (records) => records.organizations.add(next))).to.equal(true);
      await commit(harness, (records) => records.organizations.remove(next.id));
      const last = anOrganization({ slug: slug('old') });
      expect(await commit(harness, (records) => records.organizations.add(last))).to.equal(true);
    },
  },
  {
    title: 'remove takes memberships, tokens and usage along, and leaves other organizations alone',
    run: async (harness) => {
      const [organization, other] = [await storedOrganization(harness), await storedOrganization(harness)];
      const mine = await storedToken(harness, { organizationId: organization.id });
      const theirs = await storedToken(harness, { organizationId: other.id });
      const { id: userId } = mine.user;
      await commit(harness, async (records) => {
        await records.organizations.putMembership({ organizationId: organization.id, userId, role: 'OWNER', joinedAt: builtAt });
        await records.organizations.putMembership({ organizationId: other.id, userId, role: 'OWNER', joinedAt: builtAt });
        await records.usage.charge(aLedgerEntry(organization.id));
        await records.organizations.remove(organization.id);
      });
      await ask(harness, async (queries) => {
        expect(await queries.organizations.find(organization.id)).to.equal(undefined);
        expect(await queries.organizations.findMembership(organization.id, userId)).to.equal(undefined);
        expect(await queries.credentials.findToken(mine.secretSha256)).to.equal(undefined);
        expect(await queries.usage.ofOrganization(organization.id)).to.deep.equal({
          usedBytes: 0,
          reservedBytes: 0,
          reclaimableBytes: 0,
          byosBytes: 0,
        });
        expect(await queries.organizations.findMembership(other.id, userId)).not.to.equal(undefined);
        expect(await queries.credentials.findToken(theirs.secretSha256)).not.to.equal(undefined);
      });
    },
  },
  {
    title: 'an organization that still has repositories cannot be removed',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      let isRemoved = false;
      try {
        isRemoved = await commit(harness, async (records) => {
          await records.organizations.remove(repository.organizationId);
          return true;
        });
      } catch (error) {
        expect(error).to.be.an.instanceOf(Error);
      }
      expect(isRemoved).to.equal(false);
      expect(await find(harness, repository.organizationId)).not.to.equal(undefined);
    },
  },
  {
    title: 'lock tells whether the organization is there',
    run: async (harness) => {
      const organization = await storedOrganization(harness);
      expect(await commit(harness, (records) => records.organizations.lock(organization.id))).to.equal(true);
      expect(await commit(harness, (records) => records.organizations.lock(unknownId()))).to.equal(false);
      expect(await find(harness, organization.id)).to.deep.equal(organization);
    },
  },
];
