import { type OrganizationId, type StorageGroup, type StorageGroupId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { aGroup, anObject, builtAt, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedGroup, storedMember, storedOrganization, storedRepository, storedUser } from './stored.js';

const nobody = trusted<UserId>(uniqueId());
const empty = { repositoryCount: 0, physicalBytes: 0 };

const find = (harness: UnitOfWorkHarness, { organizationId, id }: StorageGroup, userId = nobody) =>
  ask(harness, (queries) => queries.groups.find(organizationId, userId, id));

const groupedRepository = async (harness: UnitOfWorkHarness, group: StorageGroup, physicalBytes: number) => {
  const repository = await storedRepository(harness, { organizationId: group.organizationId, storageGroupId: group.id });
  await commit(harness, (records) => records.objects.add(repository.id, [anObject({ physicalBytes })]));
  return repository;
};

const add = (harness: UnitOfWorkHarness, group: StorageGroup) => commit(harness, (records) => records.groups.add(group));
const update = (harness: UnitOfWorkHarness, group: StorageGroup) => commit(harness, (records) => records.groups.update(group));
const remove = (harness: UnitOfWorkHarness, organizationId: OrganizationId, id: StorageGroupId) =>
  commit(harness, (records) => records.groups.remove(organizationId, id));

export const groupCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an added group is found as it was given, by its own organization only',
    run: async (harness) => {
      const group = await storedGroup(harness, { name: '模型 🚀', description: 'line\nline "quoted" \\ %_' });
      const { id: otherId } = await storedOrganization(harness);
      expect(await find(harness, group)).to.deep.equal({ ...group, ...empty });
      expect(await find(harness, { ...group, organizationId: otherId })).to.equal(undefined);
      expect(await find(harness, aGroup(group.organizationId))).to.equal(undefined);
    },
  },
  {
    title: "an organization's groups are listed by name",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      await storedGroup(harness);
      const groups = [];
      for (const name of ['b', 'Z', 'a', 'a b', '\ud83d\ude80', '\uffee', 'ab']) {
        groups.push({ ...(await storedGroup(harness, { organizationId, name })), ...empty });
      }
      const byName = groups.toSorted((left, right) => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)));
      await expectPaging((page) => ask(harness, (queries) => queries.groups.list(organizationId, nobody, page)), byName);
    },
  },
  {
    title: 'a group counts its repositories and their bytes, without those that are hidden from the user',
    run: async (harness) => {
      const group = await storedGroup(harness);
      const other = await storedGroup(harness, { organizationId: group.organizationId });
      const user = await storedUser(harness);
      await groupedRepository(harness, group, 2 ** 52);
      const hidden = await groupedRepository(harness, group, 500);
      await groupedRepository(harness, other, 7);
      await storedMember(harness, hidden.id, user.id, 'READ');
      const whole = { ...group, repositoryCount: 2, physicalBytes: 2 ** 52 + 500 };
      expect(await find(harness, group)).to.deep.equal(whole);
      expect(await find(harness, group, user.id)).to.deep.equal(whole);
      await storedMember(harness, hidden.id, user.id, 'NONE');
      const seen = { ...group, repositoryCount: 1, physicalBytes: 2 ** 52 };
      expect(await find(harness, group)).to.deep.equal(whole);
      expect(await find(harness, group, user.id)).to.deep.equal(seen);
      const listed = (userId: UserId) =>
        ask(harness, (queries) => queries.groups.list(group.organizationId, userId, { limit: 9 }));
      const theirs = { ...other, repositoryCount: 1, physicalBytes: 7 };
      expect((await listed(user.id)).items).to.have.deep.members([seen, theirs]);
      expect((await listed(nobody)).items).to.have.deep.members([whole, theirs]);
    },
  },
  {
    title: 'a name is taken within its organization, by the same bytes only',
    run: async (harness) => {
      const group = await storedGroup(harness, { name: 'weights' });
      const { organizationId } = group;
      expect(await add(harness, aGroup(organizationId, { name: 'weights' }))).to.equal(false);
      expect(await add(harness, aGroup(organizationId, { name: 'Weights' }))).to.equal(true);
      const { id: otherId } = await storedOrganization(harness);
      expect(await add(harness, aGroup(otherId, { name: 'weights' }))).to.equal(true);
      const second = await storedGroup(harness, { organizationId });
      expect(await update(harness, { ...second, name: 'weights' })).to.equal(false);
      expect(await find(harness, second)).to.deep.equal({ ...second, ...empty });
      expect(await update(harness, { ...group, description: 'its own name' })).to.equal(true);
    },
  },
  {
    title: 'of many that claim one name at once, one gets it',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const claims = await together(20, () => add(harness, aGroup(id, { name: 'wanted' })));
      expect(claims.filter(Boolean)).to.have.length(1);
    },
  },
  {
    title: 'update changes name, description and the time of the change of a group that is there, and nothing else',
    run: async (harness) => {
      const group = await storedGroup(harness);
      const change = { name: 'New', description: 'now described', updatedAt: builtAt + 5 };
      expect(await update(harness, { ...group, ...change, createdAt: 9 })).to.equal(true);
      expect(await find(harness, group)).to.deep.equal({ ...group, ...change, ...empty });
      expect(await update(harness, aGroup(group.organizationId))).to.equal(false);
    },
  },
  {
    title: 'a group is removed once, by its own organization, and its repositories stay in no group',
    run: async (harness) => {
      const group = await storedGroup(harness);
      const { organizationId } = group;
      const repository = await groupedRepository(harness, group, 10);
      const elsewhere = await groupedRepository(harness, await storedGroup(harness, { organizationId }), 10);
      const { id: otherId } = await storedOrganization(harness);
      expect(await remove(harness, otherId, group.id)).to.equal(false);
      expect((await find(harness, group))?.repositoryCount).to.equal(1);
      expect(await remove(harness, organizationId, group.id)).to.equal(true);
      expect(await remove(harness, organizationId, group.id)).to.equal(false);
      expect(await find(harness, group)).to.equal(undefined);
      await ask(harness, async ({ repositories }) => {
        expect(await repositories.find(repository.id)).to.deep.equal({ ...repository, storageGroupId: undefined });
        expect(await repositories.find(elsewhere.id)).to.deep.equal(elsewhere);
      });
    },
  },
  {
    title: 'groups go with their organization',
    run: async (harness) => {
      const [group, other] = [await storedGroup(harness), await storedGroup(harness)];
      await commit(harness, (records) => records.organizations.remove(group.organizationId));
      expect(await find(harness, group)).to.equal(undefined);
      expect(await find(harness, other)).to.deep.equal({ ...other, ...empty });
    },
  },
];
