import {
  type DeletedRepository,
  namespaceOf,
  type OrganizationId,
  type RepositoryId,
  type StorageConnectionId,
  type StorageNamespace,
  trusted,
} from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository } from './stored.js';

const aDeleted = (part: Partial<DeletedRepository> = {}): DeletedRepository => {
  const id = uniqueId();
  return {
    repositoryId: trusted<RepositoryId>(id),
    organizationId: trusted<OrganizationId>(uniqueId()),
    namespace: trusted<StorageNamespace>(`repositories/${id}`),
    storageMode: 'managed',
    bytes: 1000,
    deletedAt: builtAt,
    dueAt: builtAt + 10,
    failingSince: undefined,
    ...part,
  };
};

const stored = async (harness: UnitOfWorkHarness, part: Partial<DeletedRepository> = {}): Promise<DeletedRepository> => {
  const deleted = aDeleted(part);
  await commit(harness, ({ repositories }) => repositories.addDeleted(deleted));
  return deleted;
};

const due = (harness: UnitOfWorkHarness, now: number, limit = 9) =>
  ask(harness, ({ repositories }) => repositories.listDeleted(now, limit));

export const deletedRepositoryCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a deleted repository is listed as it was noted from the moment at which it is due, the longest due first',
    run: async (harness) => {
      const later = await stored(harness, { dueAt: builtAt + 20, storageMode: 'byos', bytes: Number.MAX_SAFE_INTEGER });
      const first = await stored(harness);
      expect(await due(harness, builtAt + 9)).to.deep.equal([]);
      expect(await due(harness, builtAt + 10)).to.deep.equal([first]);
      expect(await due(harness, builtAt + 20)).to.deep.equal([first, later]);
      expect(await due(harness, builtAt + 20, 1)).to.deep.equal([first]);
    },
  },
  {
    title: 'a deleted repository is changed and forgotten only as it was when it was looked at',
    run: async (harness) => {
      const [former, bystander] = [await stored(harness), await stored(harness)];
      const update = (as: DeletedRepository) =>
        commit(harness, ({ repositories }) =>
          repositories.updateDeleted(as, { bytes: 0, dueAt: builtAt + 30, failingSince: builtAt + 5 }),
        );
      expect(await together(10, () => update(former))).to.have.members([true, ...Array<boolean>(9).fill(false)]);
      const changed = { ...former, bytes: 0, dueAt: builtAt + 30, failingSince: builtAt + 5 };
      expect(await due(harness, builtAt + 30)).to.deep.equal([bystander, changed]);
      const remove = (as: DeletedRepository) => commit(harness, ({ repositories }) => repositories.removeDeleted(as));
      expect(await remove(former)).to.equal(false);
      expect(await remove(changed)).to.equal(true);
      expect(await remove(changed)).to.equal(false);
      expect(await due(harness, builtAt + 30)).to.deep.equal([bystander]);
    },
  },
  {
    title: "what deleted repositories have left in an organization's own buckets is summed up",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      for (const bytes of [1, 20]) await stored(harness, { organizationId, storageMode: 'byos', bytes });
      await stored(harness, { organizationId, bytes: 300 });
      await stored(harness, { storageMode: 'byos', bytes: 4000 });
      const sum = (of: OrganizationId) => ask(harness, ({ usage }) => usage.reclaimableByosBytes(of));
      expect(await sum(organizationId)).to.equal(21);
      expect(await sum(trusted<OrganizationId>(uniqueId()))).to.equal(0);
    },
  },
  {
    title: 'what a deleted repository has left is remembered when its organization is gone',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const { id: repositoryId, organizationId } = repository;
      const deleted = await stored(harness, { repositoryId, organizationId });
      await commit(harness, async ({ repositories, organizations }) => {
        await repositories.remove(repositoryId);
        await organizations.remove(organizationId);
      });
      expect(await due(harness, builtAt + 10)).to.deep.equal([deleted]);
    },
  },
  {
    title: 'deleted repositories are listed by the bucket they lie in, due or not',
    run: async (harness) => {
      const [connectionId, other] = [trusted<StorageConnectionId>(uniqueId()), trusted<StorageConnectionId>(uniqueId())];
      const storedIn = (of: StorageConnectionId, dueAt: number) => {
        const repositoryId = trusted<RepositoryId>(uniqueId());
        const namespace = namespaceOf(repositoryId, of);
        return stored(harness, { repositoryId, namespace, storageMode: 'byos', dueAt, failingSince: dueAt - 1 });
      };
      const theirs = [await storedIn(connectionId, builtAt), await storedIn(connectionId, builtAt + 1e9)];
      const others = [await storedIn(other, builtAt)];
      await stored(harness);
      const listed = (of: StorageConnectionId) => ask(harness, ({ repositories }) => repositories.listDeletedIn(of));
      expect(await listed(connectionId)).to.deep.equal(
        theirs.toSorted((left, right) => (left.repositoryId < right.repositoryId ? -1 : 1)),
      );
      expect(await listed(other)).to.deep.equal(others);
    },
  },
];
