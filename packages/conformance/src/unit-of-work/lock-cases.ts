import { type LockId, type PageRequest, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { err, ok } from 'neverthrow';
import { aLock, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';
import { storedRepository } from './stored.js';

/** In the order of their UTF-8 bytes, which is not the order of their UTF-16 units. */
const paths = ['A', 'Z/a', 'a', 'a b', 'a/%', 'a/_', 'a/b', 'ab', 'é', '模型', '\uff5e', '🚀/x', '🚀/y'];

/** More than any case adds. */
const max = 1000;

export const lockCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a lock is found by id and by path, within its repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const lock = aLock(repositoryId, { path: 'Models/🚀 %_.bin', ownerName: 'Ådå', lockedAt: 0 });
      expect(await commit(harness, ({ locks }) => locks.add(lock, max))).to.equal('added');
      await ask(harness, async ({ locks }) => {
        expect(await locks.find(repositoryId, lock.id)).to.deep.equal(lock);
        expect(await locks.findByPath(repositoryId, lock.path)).to.deep.equal(lock);
        expect(await locks.find(otherId, lock.id)).to.equal(undefined);
        expect(await locks.findByPath(otherId, lock.path)).to.equal(undefined);
        expect(await locks.find(repositoryId, trusted<LockId>(uniqueId()))).to.equal(undefined);
        expect(await locks.findByPath(repositoryId, lock.path.toLowerCase())).to.equal(undefined);
      });
    },
  },
  {
    title: 'a path has one lock in a repository',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const first = aLock(repositoryId, { path: 'a' });
      const add = (lock = first) => commit(harness, ({ locks }) => locks.add(lock, max));
      expect(await add()).to.equal('added');
      expect(await add(aLock(repositoryId, { path: 'a', ownerId: trusted<UserId>(uniqueId()) }))).to.equal('taken');
      expect(await ask(harness, ({ locks }) => locks.findByPath(repositoryId, 'a'))).to.deep.equal(first);
      expect(await add(aLock(repositoryId, { path: 'A' }))).to.equal('added');
      expect(await add(aLock(otherId, { path: 'a' }))).to.equal('added');
    },
  },
  {
    title: 'of many that lock one path at once, one gets it',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const claims = await together(20, () => commit(harness, ({ locks }) => locks.add(aLock(id, { path: 'a' }), max)));
      expect(claims.filter((claim) => claim === 'added')).to.have.length(1);
    },
  },
  {
    title: 'a repository is full with so many locks, also of many that come at once, until one is removed',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const add = async (lock = aLock(id)) => {
        // What is full must not be kept.
        const outcome = await harness.unitOfWork.transact(async ({ locks }) => {
          const added = await locks.add(lock, 5);
          return added === 'full' ? err('full' as const) : ok(added);
        });
        return outcome.isErr() ? outcome.error : outcome.value;
      };
      const first = aLock(id);
      expect(await add(first)).to.equal('added');
      const claims = await together(20, () => add());
      expect(claims.filter((claim) => claim === 'added')).to.have.length(4);
      expect(claims.filter((claim) => claim === 'full')).to.have.length(16);
      expect(await add(aLock(id, { path: first.path })), 'it has a lock').to.equal('taken');
      expect(await add(aLock(otherId))).to.equal('added');
      await commit(harness, ({ locks }) => locks.remove(id, first.id));
      expect(await add()).to.equal('added');
      expect(await add()).to.equal('full');
    },
  },
  {
    title: 'a lock is removed once, by its own repository only, and its path is free',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const lock = aLock(repositoryId);
      await commit(harness, ({ locks }) => locks.add(lock, max));
      expect(await commit(harness, ({ locks }) => locks.remove(otherId, lock.id))).to.equal(false);
      expect(await commit(harness, ({ locks }) => locks.remove(repositoryId, lock.id))).to.equal(true);
      expect(await commit(harness, ({ locks }) => locks.remove(repositoryId, lock.id))).to.equal(false);
      const next = aLock(repositoryId, { path: lock.path });
      expect(await commit(harness, ({ locks }) => locks.add(next, max))).to.equal('added');
    },
  },
  {
    title: 'locks are listed by path, compared by its bytes',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const expected = paths.map((path) => aLock(repositoryId, { path }));
      await commit(harness, async ({ locks }) => {
        for (const lock of expected.toReversed()) await locks.add(lock, max);
        await locks.add(aLock(otherId), max);
      });
      await expectPaging((page) => ask(harness, ({ locks }) => locks.list(repositoryId, page)), expected);
    },
  },
  {
    title: 'a list of locks is narrowed to a path, to an id, or to both',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [lock, second, foreign] = [aLock(repositoryId), aLock(repositoryId), aLock(otherId)];
      await commit(harness, async ({ locks }) => {
        for (const each of [lock, second, foreign]) await locks.add(each, max);
      });
      const list = async (filter: { path?: string | undefined; id?: LockId | undefined }, page: PageRequest = { limit: 9 }) =>
        (await ask(harness, ({ locks }) => locks.list(repositoryId, page, filter))).items;
      expect(await list({ path: lock.path })).to.deep.equal([lock]);
      expect(await list({ id: lock.id })).to.deep.equal([lock]);
      expect(await list({ path: lock.path, id: lock.id })).to.deep.equal([lock]);
      expect(await list({ path: lock.path, id: second.id })).to.deep.equal([]);
      expect(await list({ path: foreign.path })).to.deep.equal([]);
      expect(await list({ id: foreign.id })).to.deep.equal([]);
      expect(await list({ path: undefined, id: undefined })).to.have.length(2);
      expect(await list({ path: lock.path }, { limit: 9, cursor: lock.path })).to.deep.equal([]);
    },
  },
];
