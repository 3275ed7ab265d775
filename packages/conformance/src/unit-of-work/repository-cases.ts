import type { Repository } from '@svc/core';
import { type RepositoryId, type StorageConnectionId, type StorageGroupId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { aLock, anObject, aRepository, builtAt, oids, slug, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import {
  removeRemains,
  removeRepository,
  storedMember,
  storedOrganization,
  storedRepository,
  storedSession,
  storedToken,
  storedUser,
} from './stored.js';

const find = (harness: UnitOfWorkHarness, id: RepositoryId) => ask(harness, (queries) => queries.repositories.find(id));

export const repositoryCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an added repository is found as it was given, with generation 0 and empty usage',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const plain = aRepository(organizationId, { generation: 7 });
      const full = aRepository(organizationId, {
        name: '模型 🚀',
        description: 'line\nline "quoted" \\ %_',
        visibility: 'INTERNAL',
        storageMode: 'byos',
        storageConnectionId: trusted<StorageConnectionId>(uniqueId()),
        storageGroupId: trusted<StorageGroupId>(uniqueId()),
        reclaimUnreachableAfterDays: 30,
        createdAt: 1,
        updatedAt: 2,
      });
      expect(await commit(harness, (records) => records.repositories.add(plain))).to.equal(true);
      expect(await commit(harness, (records) => records.repositories.add(full))).to.equal(true);
      expect(await find(harness, plain.id)).to.deep.equal({ ...plain, generation: 0 });
      expect(await find(harness, full.id)).to.deep.equal(full);
      expect(await find(harness, trusted<RepositoryId>(uniqueId()))).to.equal(undefined);
      expect(await ask(harness, (queries) => queries.usage.ofRepository(plain.id))).to.deep.equal({
        objectCount: 0,
        logicalBytes: 0,
        physicalBytes: 0,
        uploadedBytes: 0,
      });
    },
  },
  {
    title: 'add refuses a slug that its organization has, not one that another organization has',
    run: async (harness) => {
      const first = await storedRepository(harness, { slug: slug('engine') });
      const same = aRepository(first.organizationId, { slug: slug('engine') });
      expect(await commit(harness, (records) => records.repositories.add(same))).to.equal(false);
      expect(await find(harness, same.id)).to.equal(undefined);
      const { id: otherId } = await storedOrganization(harness);
      const elsewhere = aRepository(otherId, { slug: slug('engine') });
      expect(await commit(harness, (records) => records.repositories.add(elsewhere))).to.equal(true);
    },
  },
  {
    title: 'of many that claim one slug at once, one gets it',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const claims = await together(20, () =>
        commit(harness, (records) => records.repositories.add(aRepository(id, { slug: slug('wanted') }))),
      );
      expect(claims.filter(Boolean)).to.have.length(1);
    },
  },
  {
    title:
      'update changes name, slug, description, visibility, group, when unreachable objects are removed and the time of the change, and nothing else',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const other = aRepository(trusted(uniqueId()), { id: repository.id, storageMode: 'byos', generation: 9, createdAt: 9 });
      const change = {
        name: 'New',
        slug: slug('new'),
        description: 'now described',
        visibility: 'PUBLIC',
        storageGroupId: trusted<StorageGroupId>(uniqueId()),
        reclaimUnreachableAfterDays: 7,
        updatedAt: builtAt + 5,
      } as const;
      const change2 = { ...change, storageGroupId: undefined, reclaimUnreachableAfterDays: undefined };
      expect(await commit(harness, (records) => records.repositories.update({ ...other, ...change }))).to.equal(true);
      expect(await find(harness, repository.id)).to.deep.equal({ ...repository, ...change });
      expect(await commit(harness, (records) => records.repositories.update({ ...other, ...change2 }))).to.equal(true);
      expect(await find(harness, repository.id)).to.deep.equal({ ...repository, ...change2 });
    },
  },
  {
    title: 'update refuses a slug that another repository of the organization has and writes nothing',
    run: async (harness) => {
      const other = await storedRepository(harness);
      const repository = await storedRepository(harness, { organizationId: other.organizationId });
      const change = { ...repository, name: 'Changed', slug: other.slug };
      expect(await commit(harness, (records) => records.repositories.update(change))).to.equal(false);
      expect(await find(harness, repository.id)).to.deep.equal(repository);
      const { slug: foreignSlug } = await storedRepository(harness, { slug: slug('foreign') });
      const allowed = { ...repository, slug: foreignSlug };
      expect(await commit(harness, (records) => records.repositories.update(allowed))).to.equal(true);
    },
  },
  {
    title: 'remove takes objects, members, locks and usage along, and revokes the tokens bound to it',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const { id: repositoryId, organizationId } = repository;
      const [object, lock] = [anObject(), aLock(repositoryId)];
      const bound = await storedToken(harness, { organizationId, kind: 'REPO', repositoryId });
      await storedMember(harness, repositoryId, bound.user.id, 'ADMIN');
      await commit(harness, async (records) => {
        await records.objects.add(repositoryId, [object]);
        await records.locks.add(lock, 1000);
      });
      await commit(harness, (records) => records.repositories.remove(repositoryId));
      await ask(harness, async (queries) => {
        expect(await queries.repositories.find(repositoryId)).to.equal(undefined);
        expect((await queries.repositories.listMembers(repositoryId, { limit: 9 })).items).to.deep.equal([]);
        expect((await queries.usage.ofRepository(repositoryId)).objectCount).to.equal(0);
        expect(await queries.credentials.findToken(bound.secretSha256)).to.equal(undefined);
        expect(await queries.credentials.findTokenById(bound.token.id)).to.equal(undefined);
        expect((await queries.tokens.listOfOrganization(organizationId, bound.user.id, { limit: 9 })).items).to.deep.equal([]);
      });
      const again = aRepository(organizationId, { slug: repository.slug });
      expect(await commit(harness, (records) => records.repositories.add(again)), 'its slug is free').to.equal(true);
      await removeRemains(harness);
      await ask(harness, async (queries) => {
        expect(await queries.objects.findSizes(repositoryId, [object.oid])).to.deep.equal(new Map());
        expect(await queries.locks.findByPath(repositoryId, lock.path)).to.equal(undefined);
      });
    },
  },
  {
    title: 'remove takes thousands of objects along, and none of another repository',
    run: async (harness) => {
      const [removed, other] = [await storedRepository(harness), await storedRepository(harness)];
      const objects = oids(2500).map((oid) => anObject({ oid }));
      const add = ({ id }: Repository) => commit(harness, (records) => records.objects.add(id, objects));
      const stored = ({ id }: Repository) =>
        ask(harness, (queries) =>
          queries.objects.findStored(
            id,
            objects.map(({ oid }) => oid),
          ),
        );
      await add(removed);
      await add(other);
      await removeRepository(harness, removed.id);
      expect((await stored(removed)).size).to.equal(0);
      expect((await stored(other)).size).to.equal(2500);
    },
  },
  {
    title: 'remove leaves upload sessions, unbound tokens and everything of other repositories',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness, { organizationId });
      const session = await storedSession(harness, { repositoryId, organizationId });
      const [object, lock] = [anObject(), aLock(otherId)];
      const unbound = await storedToken(harness, { organizationId });
      const boundElsewhere = await storedToken(harness, { organizationId, kind: 'REPO', repositoryId: otherId });
      await storedMember(harness, otherId, unbound.user.id, 'READ');
      await commit(harness, async (records) => {
        await records.objects.add(otherId, [object]);
        await records.locks.add(lock, 1000);
        await records.repositories.remove(repositoryId);
      });
      await ask(harness, async (queries) => {
        expect(await queries.uploads.find(repositoryId, session.id)).to.deep.equal(session);
        expect(await queries.objects.findSizes(otherId, [object.oid])).to.deep.equal(new Map([[object.oid, object.sizeBytes]]));
        expect((await queries.repositories.listMembers(otherId, { limit: 9 })).items).to.have.length(1);
        expect(await queries.locks.findByPath(otherId, lock.path)).to.deep.equal(lock);
        expect((await queries.usage.ofRepository(otherId)).objectCount).to.equal(1);
        expect(await queries.credentials.findToken(unbound.secretSha256)).not.to.equal(undefined);
        expect(await queries.credentials.findToken(boundElsewhere.secretSha256)).not.to.equal(undefined);
      });
    },
  },
  {
    title: 'each bump adds one to the generation and returns it, also among many at once',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const generations = await together(20, (index) =>
        commit(harness, (records) => records.repositories.bumpGeneration(repository.id, builtAt + index)),
      );
      expect(generations.toSorted((left = 0, right = 0) => left - right)).to.deep.equal(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      await commit(harness, (records) => records.repositories.bumpGeneration(repository.id, builtAt + 100));
      expect(await find(harness, repository.id)).to.deep.equal({ ...repository, generation: 21, updatedAt: builtAt + 100 });
    },
  },
  {
    title: 'a repository that is gone has no generation to bump',
    run: async (harness) => {
      const unknown = trusted<RepositoryId>(uniqueId());
      expect(await commit(harness, (records) => records.repositories.bumpGeneration(unknown, 1))).to.equal(undefined);
    },
  },
  {
    title: 'the repositories of an organization are listed by slug, without those that are closed to the user',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const [user, other] = [await storedUser(harness), await storedUser(harness)];
      const repositories = [];
      for (const text of ['a', 'a-b', 'a.b', 'a_b', 'ab', 'b']) {
        repositories.push(await storedRepository(harness, { organizationId, slug: slug(text) }));
      }
      const closed = await storedRepository(harness, { organizationId, slug: slug('aa') });
      await storedRepository(harness);
      await storedMember(harness, closed.id, user.id, 'NONE');
      await storedMember(harness, closed.id, other.id, 'READ');
      const list = (userId: UserId | undefined, only?: RepositoryId) => (page: { limit: number; cursor?: string | undefined }) =>
        ask(harness, (queries) => queries.repositories.listOfOrganization(organizationId, userId, page, only));
      await expectPaging(list(user.id), repositories);
      expect((await list(other.id)({ limit: 9 })).items).to.deep.include(closed);
      expect((await list(undefined)({ limit: 9 })).items, 'nothing is closed to nobody').to.deep.include(closed);
      const [first] = repositories;
      expect((await list(user.id, first?.id)({ limit: 9 })).items).to.deep.equal([first]);
      expect((await list(user.id, closed.id)({ limit: 9 })).items).to.deep.equal([]);
      const foreign = await storedRepository(harness);
      expect((await list(user.id, foreign.id)({ limit: 9 })).items).to.deep.equal([]);
    },
  },
  {
    title: 'all repositories of an organization include those that are closed to somebody',
    run: async (harness) => {
      const open = await storedRepository(harness);
      const closed = await storedRepository(harness, { organizationId: open.organizationId });
      const { id: userId } = await storedUser(harness);
      await storedMember(harness, closed.id, userId, 'NONE');
      await storedRepository(harness);
      const all = await commit(harness, (records) => records.repositories.allOfOrganization(open.organizationId));
      expect(all).to.have.deep.members([open, closed]);
    },
  },
];
