import type { Oid } from '@svc/core';
import { type RepositoryId, type StoredObject, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt, oids, uniqueId } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';

const far = Number.MAX_SAFE_INTEGER;
const nothing = { objects: 0, logicalBytes: 0, bytes: 0, oldestSince: undefined };

const add = (harness: UnitOfWorkHarness, id: RepositoryId, ...objects: readonly StoredObject[]) =>
  commit(harness, (records) => records.objects.add(id, objects));

const mark = (harness: UnitOfWorkHarness, id: RepositoryId, since: number, ...objects: readonly StoredObject[]) =>
  commit(harness, ({ unreachable }) =>
    unreachable.mark(
      id,
      objects.map(({ oid }) => oid),
      since,
    ),
  );

const find = (harness: UnitOfWorkHarness, id: RepositoryId, ...wanted: readonly Oid[]) =>
  ask(harness, ({ unreachable }) => unreachable.find(id, wanted));

const sum = (harness: UnitOfWorkHarness, id: RepositoryId) => ask(harness, ({ unreachable }) => unreachable.sum(id));

const findLook = (harness: UnitOfWorkHarness, id: RepositoryId) => ask(harness, ({ unreachable }) => unreachable.findLook(id));

const begin = (harness: UnitOfWorkHarness, id: RepositoryId, dueAt: number) =>
  commit(harness, ({ unreachable }) => unreachable.begin(id, dueAt));

const due = async (harness: UnitOfWorkHarness, now: number, limit = 9, beyond = far) =>
  (await ask(harness, ({ unreachable }) => unreachable.listDue(now, beyond, limit))).map(({ repositoryId }) => repositoryId);

export const unreachableCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an object is marked since it was first, each repository has its own marks, and they are summed up',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedRepository(harness), await storedRepository(harness)];
      const whole = anObject({ sizeBytes: 50, physicalBytes: 40 });
      const inChunks = anObject({ layout: 'chunks', sizeBytes: 30, physicalBytes: 20 });
      await add(harness, id, whole, inChunks, anObject());
      await add(harness, otherId, whole);
      expect(await sum(harness, id)).to.deep.equal(nothing);
      await mark(harness, id, builtAt + 2, whole, whole);
      await mark(harness, id, builtAt + 5, whole, inChunks);
      expect(await find(harness, id, ...oids(2), whole.oid, inChunks.oid)).to.deep.equal(
        new Map([
          [whole.oid, builtAt + 2],
          [inChunks.oid, builtAt + 5],
        ]),
      );
      expect(await sum(harness, id)).to.deep.equal({ objects: 2, logicalBytes: 80, bytes: 40, oldestSince: builtAt + 2 });
      expect(await find(harness, otherId, whole.oid)).to.deep.equal(new Map());
    },
  },
  {
    title: 'what is unmarked, and what is taken out of the objects, has no mark, also when it is added anew',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [first, second, third] = [anObject(), anObject(), anObject()];
      await add(harness, id, first, second, third);
      await mark(harness, id, builtAt, first, second, third);
      await commit(harness, ({ unreachable }) => unreachable.unmark(id, [first.oid, ...oids(1)]));
      const removal = { removedAt: builtAt, removedBy: undefined, dueAt: builtAt };
      await commit(harness, ({ quarantine }) => quarantine.put(id, [second.oid], removal));
      expect(await find(harness, id, first.oid, second.oid, third.oid)).to.deep.equal(new Map([[third.oid, builtAt]]));
      const found = await ask(harness, ({ quarantine }) => quarantine.find(id, [second.oid]));
      await commit(harness, ({ quarantine }) => quarantine.restore([...found.values()]));
      expect(await find(harness, id, second.oid)).to.deep.equal(new Map());
      expect((await sum(harness, id)).objects).to.equal(1);
    },
  },
  {
    title: 'repositories that are looked at are listed once they are due, the first first, and those far ahead when none is',
    run: async (harness) => {
      const ids: RepositoryId[] = [];
      for (const dueAt of [30, 10, 20]) {
        const { id } = await storedRepository(harness);
        ids.push(id);
        await begin(harness, id, builtAt + dueAt);
      }
      const [third = '', first = '', second = ''] = ids;
      expect(await due(harness, builtAt + 9)).to.deep.equal([]);
      expect(await due(harness, builtAt + 20)).to.deep.equal([first, second]);
      expect(await due(harness, builtAt + 30, 1)).to.deep.equal([first]);
      expect(await due(harness, builtAt + 9, 9, builtAt + 19)).to.deep.equal([second, third]);
      expect(await due(harness, builtAt + 10, 9, builtAt + 19)).to.deep.equal([first]);
    },
  },
  {
    title: 'a look is noted while it is due as it was, and moved where there is one',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedRepository(harness), await storedRepository(harness)];
      const note = (dueAt: number, next: number, doubt?: 'index_behind') =>
        commit(harness, ({ unreachable }) =>
          unreachable.noteLook({ repositoryId: id, dueAt }, { lookedAt: builtAt + 7, doubt, dueAt: next }),
        );
      expect(await findLook(harness, id)).to.equal(undefined);
      expect(await note(builtAt, builtAt)).to.equal(false);
      await begin(harness, id, builtAt + 1);
      const begun = { repositoryId: id, dueAt: builtAt + 1, lookedAt: undefined, doubt: undefined };
      expect(await findLook(harness, id)).to.deep.equal(begun);
      expect(await note(builtAt, builtAt + 9)).to.equal(false);
      const putOff = { ...begun, dueAt: builtAt + 2 };
      expect(await commit(harness, ({ unreachable }) => unreachable.noteLook(begun, putOff))).to.equal(true);
      expect(await findLook(harness, id), 'nobody has looked').to.deep.equal(putOff);
      await begin(harness, id, builtAt + 1);
      expect(await note(builtAt + 1, builtAt + 9, 'index_behind')).to.equal(true);
      const noted = { repositoryId: id, dueAt: builtAt + 9, lookedAt: builtAt + 7, doubt: 'index_behind' };
      expect(await findLook(harness, id)).to.deep.equal(noted);
      await commit(harness, ({ unreachable }) => unreachable.moveLook(id, builtAt + 3));
      await commit(harness, ({ unreachable }) => unreachable.moveLook(otherId, builtAt + 3));
      expect(await findLook(harness, id)).to.deep.equal({ ...noted, dueAt: builtAt + 3 });
      await begin(harness, id, builtAt + 4);
      expect(await findLook(harness, id)).to.deep.equal({ ...noted, dueAt: builtAt + 4 });
      expect(await note(builtAt + 4, builtAt + 5)).to.equal(true);
      expect(await findLook(harness, id)).to.deep.equal({ ...noted, dueAt: builtAt + 5, doubt: undefined });
      expect(await findLook(harness, otherId)).to.equal(undefined);
    },
  },
  {
    title: 'with the looks at a repository its marks end, and both go with the repository',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedRepository(harness), await storedRepository(harness)];
      const object = anObject();
      for (const one of [id, otherId]) {
        await add(harness, one, object);
        await begin(harness, one, builtAt);
        await mark(harness, one, builtAt, object);
      }
      await commit(harness, ({ unreachable }) => unreachable.end(id));
      expect([await findLook(harness, id), await sum(harness, id)]).to.deep.equal([undefined, nothing]);
      expect([await due(harness, builtAt), (await sum(harness, otherId)).objects]).to.deep.equal([[otherId], 1]);
      await removeRepository(harness, otherId);
      expect([await due(harness, builtAt), await sum(harness, otherId)]).to.deep.equal([[], nothing]);
    },
  },
  {
    title: 'what the service has removed by itself is listed by oid, as long as it can be brought back',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [first, second, third, asked] = [anObject(), anObject(), anObject(), anObject()];
      await add(harness, id, first, second, third, asked);
      const put = (removedBy: UserId | undefined, ...removed: readonly StoredObject[]) =>
        commit(harness, ({ quarantine }) =>
          quarantine.put(
            id,
            removed.map(({ oid }) => oid),
            { removedAt: builtAt, removedBy, dueAt: builtAt },
          ),
        );
      await put(trusted<UserId>(uniqueId()), asked);
      const { id: otherId } = await storedRepository(harness);
      await add(harness, otherId, first);
      await commit(harness, ({ quarantine }) =>
        quarantine.put(otherId, [first.oid], { removedAt: builtAt, removedBy: undefined, dueAt: builtAt }),
      );
      const removed = await put(undefined, first, second, third);
      const list = (after: Oid | undefined, limit: number) =>
        ask(harness, ({ quarantine }) => quarantine.listUnasked(id, after, limit));
      const all = removed.toSorted((left, right) => (left.object.oid < right.object.oid ? -1 : 1));
      expect(await list(undefined, 9)).to.deep.equal(all);
      expect(await list(undefined, 2)).to.deep.equal(all.slice(0, 2));
      expect(await list(all[0]?.object.oid, 9)).to.deep.equal(all.slice(1));
      const [, , gone] = removed;
      if (gone === undefined) expect.fail('it is put into quarantine');
      await commit(harness, ({ quarantine }) => quarantine.update(gone, { state: 'deleting', dueAt: builtAt }));
      expect(await list(undefined, 9)).to.deep.equal(all.filter((one) => one !== gone));
    },
  },
];
