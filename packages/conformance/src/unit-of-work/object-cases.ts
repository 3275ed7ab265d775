import type { Oid } from '@svc/core';
import type { ObjectSort, RepositoryId, StoredObject } from '@svc/core/model';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { anObject, builtAt, oids } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';

const largest = Number.MAX_SAFE_INTEGER;

const comparators: Readonly<Record<ObjectSort, (left: StoredObject, right: StoredObject) => number>> = {
  recent: (left, right) => right.createdAt - left.createdAt || (left.oid < right.oid ? -1 : 1),
  size: (left, right) => right.sizeBytes - left.sizeBytes || (left.oid < right.oid ? -1 : 1),
};

const storedOf = (objects: readonly StoredObject[]) =>
  new Map(objects.map(({ oid, sizeBytes, layout }) => [oid, { sizeBytes, layout }]));

const sizesOf = (objects: readonly StoredObject[]) => new Map(objects.map(({ oid, sizeBytes }) => [oid, sizeBytes]));

export const objectCases: readonly UnitOfWorkCase[] = [
  {
    title: 'added objects are found as they were given, within their repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = [anObject(), anObject({ sizeBytes: 0, physicalBytes: 0, layout: 'chunks', createdAt: 0 })];
      const wanted = objects.map(({ oid }) => oid);
      expect(await commit(harness, (records) => records.objects.add(repositoryId, objects))).to.have.deep.members(objects);
      await ask(harness, async (queries) => {
        expect((await queries.objects.list(repositoryId, 'recent', { limit: 9 })).items).to.have.deep.members(objects);
        expect(await queries.objects.findSizes(repositoryId, wanted)).to.deep.equal(sizesOf(objects));
        expect(await queries.objects.findSizes(otherId, wanted)).to.deep.equal(new Map());
        expect(await queries.objects.findSizes(repositoryId, oids(3))).to.deep.equal(new Map());
        expect(await queries.objects.findSizes(repositoryId, [])).to.deep.equal(new Map());
      });
    },
  },
  {
    title: 'what objects occupy is told of each that is there, of a thousand oids',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = Array.from({ length: 600 }, (_, index) => anObject({ sizeBytes: largest, physicalBytes: largest - index }));
      await commit(harness, (records) => records.objects.add(id, objects));
      const find = (repositoryId: RepositoryId, oidsOf: readonly Oid[]) =>
        ask(harness, (queries) => queries.objects.findPhysicalSizes(repositoryId, oidsOf));
      const expected = new Map(objects.map(({ oid, physicalBytes }) => [oid, physicalBytes]));
      expect(await find(id, [...oids(500), ...expected.keys()])).to.deep.equal(expected);
      expect(await find(otherId, [...expected.keys()])).to.deep.equal(new Map());
      expect(await find(id, [])).to.deep.equal(new Map());
    },
  },
  {
    title: 'findStored tells size and layout of each object that is there, of a thousand oids and of repeated ones',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = Array.from({ length: 600 }, (_, index) =>
        anObject({ sizeBytes: index % 2 === 0 ? largest - index : index, layout: index % 3 === 0 ? 'chunks' : 'whole' }),
      );
      const wanted = objects.map(({ oid }) => oid);
      await commit(harness, (records) => records.objects.add(id, objects));
      const find = (repositoryId: RepositoryId, oidsOf: readonly Oid[]) =>
        ask(harness, (queries) => queries.objects.findStored(repositoryId, oidsOf));
      expect(await find(id, [...oids(200), ...wanted, ...oids(200)])).to.deep.equal(storedOf(objects));
      const few = wanted.slice(0, 2);
      expect(await find(id, [...few, ...few])).to.deep.equal(storedOf(objects.slice(0, 2)));
      expect(await find(otherId, wanted)).to.deep.equal(new Map());
      expect(await find(id, [])).to.deep.equal(new Map());
    },
  },
  {
    title: 'findKnownSizes tells which of the sizes some object has, within its repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const sizes = [0, 7, 7, 7, 4_294_967_296, largest];
      const objects = sizes.map((sizeBytes) => anObject({ sizeBytes }));
      await commit(harness, (records) => records.objects.add(id, objects));
      const find = (repositoryId: RepositoryId, sizesBytes: readonly number[]) =>
        ask(harness, (queries) => queries.objects.findKnownSizes(repositoryId, sizesBytes));
      const many = Array.from({ length: 1000 }, (_, index) => index * 3 + 1);
      expect(await find(id, [...many, 0, largest - 1, largest, largest])).to.deep.equal(new Set([0, 7, largest]));
      expect(await find(id, [1, 4_294_967_296])).to.deep.equal(new Set([4_294_967_296]));
      expect(await find(id, [])).to.deep.equal(new Set());
      expect(await find(otherId, sizes)).to.deep.equal(new Set());
    },
  },
  {
    title: 'what an object in chunks occupies is shown with it and not counted with the objects',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const objects = [
        anObject({ sizeBytes: 100, physicalBytes: 60, layout: 'chunks' }),
        anObject({ sizeBytes: 10, physicalBytes: 10 }),
      ];
      expect(await commit(harness, (records) => records.objects.add(id, objects))).to.have.deep.members(objects);
      await ask(harness, async (queries) => {
        expect((await queries.objects.list(id, 'size', { limit: 9 })).items).to.deep.equal(objects);
        const usage = await queries.usage.ofRepository(id);
        expect(usage).to.deep.equal({ objectCount: 2, logicalBytes: 110, physicalBytes: 10, uploadedBytes: 0 });
      });
    },
  },
  {
    title: 'findSizes answers for each object that is there, of a thousand oids and of repeated ones',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const objects = Array.from({ length: 600 }, () => anObject());
      const wanted = objects.map(({ oid }) => oid);
      await commit(harness, (records) => records.objects.add(id, objects));
      await ask(harness, async (queries) => {
        expect(await queries.objects.findSizes(id, [...oids(200), ...wanted, ...oids(200)])).to.deep.equal(sizesOf(objects));
        const few = wanted.slice(0, 2);
        expect(await queries.objects.findSizes(id, [...few, ...few])).to.deep.equal(sizesOf(objects.slice(0, 2)));
      });
    },
  },
  {
    title: 'an object that is there is left as it is and not counted again',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [first, second] = [anObject({ sizeBytes: 10, physicalBytes: 4 }), anObject({ sizeBytes: 5, physicalBytes: 5 })];
      await commit(harness, (records) => records.objects.add(id, [first]));
      const again = { ...first, sizeBytes: 99, physicalBytes: 99, createdAt: 1 };
      const added = await commit(harness, (records) => records.objects.add(id, [again, second, { ...second, createdAt: 1 }]));
      expect(added).to.deep.equal([second]);
      await ask(harness, async (queries) => {
        expect((await queries.objects.list(id, 'size', { limit: 9 })).items).to.deep.equal([first, second]);
        const usage = await queries.usage.ofRepository(id);
        expect(usage).to.deep.equal({ objectCount: 2, logicalBytes: 15, physicalBytes: 9, uploadedBytes: 0 });
      });
    },
  },
  {
    title: 'an object of one repository is a new one for another',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const object = anObject();
      await commit(harness, (records) => records.objects.add(id, [object]));
      expect(await commit(harness, (records) => records.objects.add(otherId, [object]))).to.deep.equal([object]);
      expect((await ask(harness, (queries) => queries.usage.ofRepository(otherId))).objectCount).to.equal(1);
    },
  },
  {
    title: 'of many that add one object at once, one does, and usage counts it once',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = anObject({ sizeBytes: 7, physicalBytes: 3 });
      const added = await together(20, () => commit(harness, (records) => records.objects.add(id, [object])));
      expect(added.flat()).to.have.length(1);
      const usage = await ask(harness, (queries) => queries.usage.ofRepository(id));
      expect(usage).to.deep.equal({ objectCount: 1, logicalBytes: 7, physicalBytes: 3, uploadedBytes: 0 });
    },
  },
  {
    title: 'thousands of objects are added in one go, and none is a legal number of them',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const objects = Array.from({ length: 3001 }, () => anObject({ sizeBytes: 3, physicalBytes: 2 }));
      expect(await commit(harness, (records) => records.objects.add(id, []))).to.deep.equal([]);
      expect(await commit(harness, (records) => records.objects.add(id, objects))).to.have.length(3001);
      const usage = await ask(harness, (queries) => queries.usage.ofRepository(id));
      expect(usage).to.deep.equal({ objectCount: 3001, logicalBytes: 9003, physicalBytes: 6002, uploadedBytes: 0 });
    },
  },
  {
    title: 'sizes and times are exact up to 2^53-1',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = anObject({ sizeBytes: largest, physicalBytes: largest - 1, createdAt: largest });
      await commit(harness, (records) => records.objects.add(id, [object]));
      await ask(harness, async (queries) => {
        expect(await queries.objects.findSizes(id, [object.oid])).to.deep.equal(sizesOf([object]));
        expect((await queries.objects.list(id, 'recent', { limit: 9 })).items).to.deep.equal([object]);
        const { logicalBytes, physicalBytes } = await queries.usage.ofRepository(id);
        expect([logicalBytes, physicalBytes]).to.deep.equal([largest, largest - 1]);
      });
    },
  },
  ...(['recent', 'size'] as const).map((sort) =>
    seeded<UnitOfWorkHarness>(
      sort === 'recent' ? 'the list `recent` is newest first, ties by oid' : 'the list `size` is largest first, ties by oid',
      async (harness, random) => {
        const { id: repositoryId } = await storedRepository(harness);
        const { id: otherId } = await storedRepository(harness);
        const values = [0, 1, 9, 10, builtAt, builtAt + 1];
        const objects = Array.from({ length: 23 }, () =>
          anObject({ sizeBytes: random.pick(values), createdAt: random.pick([...values, largest - 1, largest]) }),
        );
        objects.push(anObject({ sizeBytes: largest - 23 * (builtAt + 1), createdAt: 0 }));
        await commit(harness, async (records) => {
          await records.objects.add(repositoryId, objects);
          await records.objects.add(otherId, [anObject()]);
        });
        objects.sort(comparators[sort]);
        await expectPaging((page) => ask(harness, (queries) => queries.objects.list(repositoryId, sort, page)), objects);
      },
    ),
  ),
];
