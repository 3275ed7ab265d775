import {
  artifactTypes,
  DAY_MS,
  dayOf,
  type Folder,
  foldersOfName,
  type RepositoryId,
  splitFolderPath,
  type StoredObject,
} from '@svc/core/model';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { aLedgerEntry, aLock, anObject, builtAt } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository, storedSession } from './stored.js';
import { aPendingVerification, aTreeFile } from './tree-builders.js';

const today = dayOf(builtAt);

const add = (harness: UnitOfWorkHarness, id: RepositoryId, ...objects: readonly StoredObject[]) =>
  commit(harness, (records) => records.objects.add(id, objects));

const byDay = (harness: UnitOfWorkHarness, id: RepositoryId, from = 0) => ask(harness, ({ storage }) => storage.byDay(id, from));
const traffic = (harness: UnitOfWorkHarness, id: RepositoryId, from = 0) =>
  ask(harness, ({ storage }) => storage.trafficByDay(id, from));
const totals = (harness: UnitOfWorkHarness, id: RepositoryId) => ask(harness, ({ storage }) => storage.totals(id));
const folder = (harness: UnitOfWorkHarness, id: RepositoryId, path: string) =>
  ask(harness, ({ storage }) => storage.folder(id, path));
const list = (harness: UnitOfWorkHarness, id: RepositoryId, path: string) =>
  ask(harness, ({ storage }) => storage.listFolders(id, path, { limit: 100 }));

const sumOf = (objects: readonly StoredObject[]) => ({
  objectCount: objects.length,
  logicalBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  physicalBytes: objects.reduce((sum, { physicalBytes }) => sum + physicalBytes, 0),
});

const bySize = (left: Folder, right: Folder): number =>
  right.logicalBytes - left.logicalBytes || (left.path < right.path ? -1 : 1);

export const storageCases: readonly UnitOfWorkCase[] = [
  {
    title: 'charges are added up for each repository by day, and for no other',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const charge = (bytes: number, at: number, id = repositoryId) =>
        commit(harness, ({ usage }) => usage.charge(aLedgerEntry(organizationId, { repositoryId: id, bytes, at })));
      expect(await byDay(harness, repositoryId)).to.deep.equal({ beforeBytes: 0, days: [] });
      await charge(10, today - 1);
      await charge(7, today);
      await charge(-4, today + DAY_MS - 1);
      await charge(5, today + DAY_MS);
      await charge(1000, today, other.id);
      const days = [
        { day: today - DAY_MS, addedBytes: 10, removedBytes: 0 },
        { day: today, addedBytes: 7, removedBytes: 4 },
        { day: today + DAY_MS, addedBytes: 5, removedBytes: 0 },
      ];
      expect(await byDay(harness, repositoryId)).to.deep.equal({ beforeBytes: 0, days });
      expect(await byDay(harness, repositoryId, today)).to.deep.equal({ beforeBytes: 10, days: days.slice(1) });
      expect(await byDay(harness, repositoryId, today + 2 * DAY_MS)).to.deep.equal({ beforeBytes: 18, days: [] });
      await together(10, (index) => charge(2 ** index, today + 3 * DAY_MS));
      const { days: last } = await byDay(harness, repositoryId, today + 3 * DAY_MS);
      expect(last).to.deep.equal([{ day: today + 3 * DAY_MS, addedBytes: 2 ** 10 - 1, removedBytes: 0 }]);
      await removeRepository(harness, repositoryId);
      expect(await byDay(harness, repositoryId)).to.deep.equal({ beforeBytes: 0, days: [] });
      expect((await byDay(harness, other.id)).days).to.deep.equal([{ day: today, addedBytes: 1000, removedBytes: 0 }]);
    },
  },
  {
    title: 'what stayed of earlier days in a repository is told exactly, also where more came and went than a number holds',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const [much, days] = [2 ** 53 - 10, 3];
      for (let day = 0; day < days; day += 1) {
        for (const bytes of [much, 1 - much]) {
          const entry = aLedgerEntry(organizationId, { repositoryId, bytes, at: today + day * DAY_MS });
          await commit(harness, ({ usage }) => usage.charge(entry));
        }
      }
      expect(await byDay(harness, repositoryId, today + days * DAY_MS)).to.deep.equal({ beforeBytes: days, days: [] });
    },
  },
  {
    title: 'uploads and downloads of a repository stand side by side, day by day',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const upload = (bytes: number, at: number, id = repositoryId) =>
        commit(harness, ({ usage }) =>
          usage.countUpload({ organizationId, repositoryId: id, storageMode: 'managed', bytes, at }),
        );
      const download = (bytes: number, downloads: number, day: number, id = repositoryId) =>
        commit(harness, (records) =>
          records.traffic.addDownloads({
            egress: [{ organizationId, repositoryId: id, storageMode: 'managed', day, bytes, downloads }],
            objects: [],
          }),
        );
      await upload(3, today + 5);
      await upload(4, today + DAY_MS - 1);
      await upload(9, today + DAY_MS);
      await upload(1000, today, other.id);
      await download(6, 1, today);
      await download(6, 1, today);
      await download(8, 0, today - DAY_MS);
      await download(1000, 9, today, other.id);
      const days = [
        { day: today - DAY_MS, uploadedBytes: 0, egressBytes: 8, downloads: 0 },
        { day: today, uploadedBytes: 7, egressBytes: 12, downloads: 2 },
        { day: today + DAY_MS, uploadedBytes: 9, egressBytes: 0, downloads: 0 },
      ];
      expect(await traffic(harness, repositoryId)).to.deep.equal(days);
      expect(await traffic(harness, repositoryId, today + 1)).to.deep.equal(days.slice(2));
      await removeRepository(harness, repositoryId);
      expect(await traffic(harness, repositoryId)).to.deep.equal([]);
      expect(await traffic(harness, other.id)).to.have.length(1);
    },
  },
  {
    title: 'an object that is there already is counted into no total and no folder again',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = anObject({ name: 'a/x', sizeBytes: 5, physicalBytes: 3, type: 'model', layout: 'chunks' });
      await add(harness, id, object);
      await add(harness, id, object, { ...object, name: 'b/y' });
      const sums = { objectCount: 1, logicalBytes: 5, physicalBytes: 3 };
      expect(await totals(harness, id)).to.deep.equal([{ type: 'model', ...sums, inChunks: sums }]);
      expect(await folder(harness, id, '')).to.deep.equal({ path: '', ...sums });
      expect(await folder(harness, id, 'a')).to.deep.equal({ path: 'a', ...sums });
      expect(await folder(harness, id, 'b')).to.equal(undefined);
    },
  },
  {
    title: 'folders are listed one level at a time, the greatest first, page by page, and go with their repository',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const named = (name: string, sizeBytes: number) => anObject({ name, sizeBytes, physicalBytes: 1 });
      await add(harness, id, named('small/x', 1), named('Z/x', 5), named('a/x', 5), named('ä/x', 5), named('a b/x', 5));
      await add(harness, id, named('large/deep/x', 7), named('large/deep/y', 1), named('large/z', 2), named('x', 90), anObject());
      await add(harness, other.id, named('foreign/x', 1000));
      const pathsIn = async (path: string) => (await list(harness, id, path)).items.map((one) => one.path);
      expect(await pathsIn('')).to.deep.equal(['large', 'Z', 'a', 'a b', 'ä', 'small']);
      expect(await pathsIn('large')).to.deep.equal(['large/deep']);
      expect(await pathsIn('large/deep')).to.deep.equal([]);
      expect(await pathsIn('lar')).to.deep.equal([]);
      expect(await folder(harness, id, 'large')).to.deep.equal({
        path: 'large',
        objectCount: 3,
        logicalBytes: 10,
        physicalBytes: 3,
      });
      const { items } = await list(harness, id, '');
      await expectPaging((page) => ask(harness, ({ storage }) => storage.listFolders(id, '', page)), items);
      await removeRepository(harness, id);
      expect(await folder(harness, id, '')).to.equal(undefined);
      expect(await totals(harness, id)).to.deep.equal([]);
    },
  },
  {
    title: 'of what waits in a repository the number and the first are known, and when its last object was registered',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const none = { count: 0, oldestAt: undefined };
      const conditions = (id: RepositoryId) => ask(harness, ({ storage }) => storage.conditions(id, 100));
      const nothing = {
        lastVerifiedAt: undefined,
        pendingVerifications: { ...none, bytes: 0 },
        receivingFiles: none,
        openSessions: none,
        locks: none,
      };
      expect(await conditions(repositoryId)).to.deep.equal(nothing);
      await add(harness, repositoryId, anObject({ createdAt: 70 }), anObject({ createdAt: 60 }));
      for (const [requestedAt, sizeBytes] of [
        [50, 5],
        [40, 7],
      ] as const) {
        const verification = aPendingVerification(repositoryId, { requestedAt, sizeBytes });
        await commit(harness, ({ tree }) => tree.addPendingVerification(verification));
      }
      for (const [state, changedAt] of [
        ['receiving', 30],
        ['receiving', 20],
        ['stored', 10],
      ] as const) {
        await commit(harness, ({ tree }) => tree.putFile(repositoryId, aTreeFile({ state, changedAt })));
      }
      const session = { repositoryId, organizationId, createdAt: 9, expiresAt: 101 };
      const unlike = [{ createdAt: 8 }, { expiresAt: 100 }, { kind: 'lfs' }, { status: 'EXPIRED' }] as const;
      for (const part of [{}, ...unlike]) await storedSession(harness, { ...session, ...part });
      for (const lockedAt of [6, 5]) await commit(harness, ({ locks }) => locks.add(aLock(repositoryId, { lockedAt }), 1000));
      expect(await conditions(repositoryId)).to.deep.equal({
        lastVerifiedAt: 70,
        pendingVerifications: { count: 2, oldestAt: 40, bytes: 12 },
        receivingFiles: { count: 2, oldestAt: 20 },
        openSessions: { count: 2, oldestAt: 8 },
        locks: { count: 2, oldestAt: 5 },
      });
      expect(await conditions(other.id)).to.deep.equal(nothing);
    },
  },
  seeded('totals and folders are those of a plain model', async (harness, random) => {
    const { id } = await storedRepository(harness);
    const model: StoredObject[] = [];
    for (let time = 0; time < 30; time += 1) {
      const objects = Array.from({ length: 1 + random.integer(5) }, () =>
        anObject({
          type: random.pick(artifactTypes),
          layout: random.pick(['whole', 'chunks']),
          sizeBytes: random.integer(9),
          physicalBytes: random.integer(9),
          name: random.pick(['', 'x', 'a/x', 'a/b/x', 'a//b/y', './c/x', 'c/d/e/x']) || undefined,
        }),
      );
      await add(harness, id, ...objects);
      model.push(...objects);
    }
    const types = artifactTypes.filter((type) => model.some((object) => object.type === type)).toSorted();
    expect(await totals(harness, id)).to.deep.equal(
      types.map((type) => {
        const objects = model.filter((object) => object.type === type);
        return { type, ...sumOf(objects), inChunks: sumOf(objects.filter(({ layout }) => layout === 'chunks')) };
      }),
    );
    const within = (path: string): Folder => ({
      path,
      ...sumOf(model.filter(({ name }) => name !== undefined && foldersOfName(name).includes(path))),
    });
    const paths = ['', 'a', 'a/b', 'c', 'c/d', 'c/d/e'];
    for (const path of paths) {
      const expected = within(path);
      expect(await folder(harness, id, path)).to.deep.equal(expected.objectCount === 0 ? undefined : expected);
      const children = paths.filter((child) => child !== '' && splitFolderPath(child).parent === path).map(within);
      const { items } = await list(harness, id, path);
      expect(items).to.deep.equal(children.filter(({ objectCount }) => objectCount > 0).toSorted(bySize));
    }
  }),
];
