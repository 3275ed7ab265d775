import type { Repository } from '@svc/core';
import {
  type GitId,
  type GitPath,
  type GitRefName,
  type SnapshotCapture,
  type SnapshotFile,
  type SnapshotId,
  trusted,
  type UserId,
} from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueHash, uniqueId, uniqueOid } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';

const gitId = (): GitId => trusted<GitId>(uniqueHash().slice(0, 40));

const aCapture = (repositoryId: Repository['id'], part: Partial<SnapshotCapture> = {}): SnapshotCapture => {
  const id = trusted<SnapshotId>(uniqueId());
  return {
    id,
    repositoryId,
    name: `snapshot ${id}`,
    note: undefined,
    commit: gitId(),
    ref: undefined,
    files: 2,
    sizeBytes: 2 ** 40,
    missingObjects: 0,
    createdBy: trusted<UserId>(uniqueId()),
    createdAt: builtAt,
    captured: 0,
    isComplete: false,
    activeAt: builtAt,
    ...part,
  };
};

const aFile = (path: string, part: Partial<SnapshotFile> = {}): SnapshotFile => ({
  path: trusted<GitPath>(path),
  mode: 0o100644,
  id: gitId(),
  sizeBytes: 7,
  oid: undefined,
  isLfs: false,
  ...part,
});

const slice = (files: readonly SnapshotFile[], missingObjects = 0, at = builtAt) => ({ files, missingObjects, at });

/** A snapshot with these files. */
const captured = async (
  harness: UnitOfWorkHarness,
  repositoryId: Repository['id'],
  files: readonly SnapshotFile[],
  part: Partial<SnapshotCapture> = {},
): Promise<SnapshotCapture> => {
  const capture = aCapture(repositoryId, { files: files.length, ...part });
  await commit(harness, async ({ snapshots }) => {
    await snapshots.begin(capture);
    await snapshots.append(capture.id, 0, slice(files));
    await snapshots.complete(capture.id);
  });
  return capture;
};

const namesOf = (found: readonly { readonly name: string }[]): readonly string[] => found.map(({ name }) => name);

export const snapshotCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a snapshot is found while it is on its way, and listed once it is complete, the newest first',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const part = { note: "'note' \\ 漢 😀\n", ref: trusted<GitRefName>('refs/heads/é'), commit: trusted<GitId>(uniqueHash()) };
      const begun = aCapture(id, part);
      await commit(harness, ({ snapshots }) => snapshots.begin(begun));
      const find = (repositoryId = id) => ask(harness, ({ snapshots }) => snapshots.find(repositoryId, begun.id));
      expect(await find()).to.deep.equal(begun);
      expect(await find(other)).to.equal(undefined);
      const complete = [];
      for (const createdAt of [builtAt, builtAt + 2, builtAt + 1, builtAt]) {
        complete.push(await captured(harness, id, [aFile('a')], { createdAt }));
      }
      await captured(harness, other, []);
      const inOrder = complete.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      const expected = inOrder.map(
        ({ captured: _captured, isComplete: _isComplete, activeAt: _activeAt, ...snapshot }) => snapshot,
      );
      await expectPaging((page) => ask(harness, ({ snapshots }) => snapshots.list(id, page)), expected);
    },
  },
  {
    title: 'a name and an id are taken once in a repository, also by many at once, and by what is on its way',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const begin = (capture: SnapshotCapture) => commit(harness, ({ snapshots }) => snapshots.begin(capture));
      const begun = await together(10, () => begin(aCapture(id, { name: 'one' })));
      expect(begun.filter(Boolean)).to.have.length(1);
      expect(await begin(aCapture(other, { name: 'one' }))).to.equal(true);
      expect(await begin(aCapture(id, { name: 'One' }))).to.equal(true);
      const again = aCapture(id);
      expect(await begin(again)).to.equal(true);
      expect(await begin({ ...again, name: 'another' })).to.equal(false);
    },
  },
  {
    title: 'files come back in their order, as they were added',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const files = [
        aFile('a\xff\n', { mode: 0o120000 }),
        aFile('models/é', { oid: uniqueOid(), isLfs: true, sizeBytes: 2 ** 50 }),
        aFile('plain', { oid: uniqueOid(), id: trusted<GitId>(uniqueHash()) }),
        aFile('sub', { mode: 0o160000, sizeBytes: 0 }),
        ...Array.from({ length: 1200 }, (_, at) => aFile(`many/${at}`)),
      ];
      const capture = aCapture(id, { files: files.length });
      await commit(harness, async ({ snapshots }) => {
        await snapshots.begin(capture);
        expect(await snapshots.append(capture.id, 0, slice(files.slice(0, 2), 1, builtAt + 5))).to.equal(true);
      });
      await commit(harness, ({ snapshots }) => snapshots.append(capture.id, 2, slice(files.slice(2), 2, builtAt + 6)));
      expect(await ask(harness, ({ snapshots }) => snapshots.find(id, capture.id))).to.deep.equal({
        ...capture,
        captured: files.length,
        missingObjects: 3,
        activeAt: builtAt + 6,
      });
      const list = (skip: number, limit: number) => ask(harness, ({ snapshots }) => snapshots.listFiles(capture.id, skip, limit));
      expect(await list(0, 2000)).to.deep.equal(files);
      expect(await list(1, 2)).to.deep.equal(files.slice(1, 3));
      expect(await list(files.length, 2)).to.deep.equal([]);
    },
  },
  {
    title: 'of many that add the same slice one does, and nobody adds to what is complete or was given up',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const capture = aCapture(id);
      await commit(harness, ({ snapshots }) => snapshots.begin(capture));
      const append = (at: number) =>
        commit(harness, ({ snapshots }) => snapshots.append(capture.id, at, slice([aFile(`${at}`)])));
      const first = await together(10, () => append(0));
      expect(first.filter(Boolean)).to.have.length(1);
      expect(await append(0)).to.equal(false);
      expect(await append(2)).to.equal(false);
      expect(await append(1)).to.equal(true);
      await commit(harness, ({ snapshots }) => snapshots.complete(capture.id));
      expect(await append(2)).to.equal(false);
      expect(await commit(harness, ({ snapshots }) => snapshots.giveUp(capture.id, builtAt + 1))).to.equal(false);
      const lost = aCapture(id);
      await commit(harness, ({ snapshots }) => snapshots.begin(lost));
      expect(await commit(harness, ({ snapshots }) => snapshots.giveUp(lost.id, builtAt + 1))).to.equal(true);
      expect(await commit(harness, ({ snapshots }) => snapshots.append(lost.id, 0, slice([aFile('a')])))).to.equal(false);
    },
  },
  {
    title: 'what was given up is seen by nobody, and removed piece by piece; then its name is free',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const oid = uniqueOid();
      const [lost, active] = [aCapture(id, { files: 5 }), aCapture(id, { activeAt: builtAt + 10 })];
      const complete = await captured(harness, id, [aFile('a')]);
      await commit(harness, async ({ snapshots }) => {
        for (const capture of [lost, active]) await snapshots.begin(capture);
        await snapshots.append(lost.id, 0, slice(['a', 'b', 'c'].map((path) => aFile(path, { oid }))));
      });
      const abandoned = () => ask(harness, ({ snapshots }) => snapshots.listAbandoned(builtAt + 1, 100));
      const known = new Set([lost.id, active.id, complete.id]);
      expect((await abandoned()).filter((each) => known.has(each))).to.deep.equal([lost.id]);
      expect(await commit(harness, ({ snapshots }) => snapshots.giveUp(active.id, builtAt + 10))).to.equal(false);
      expect(await commit(harness, ({ snapshots }) => snapshots.giveUp(lost.id, builtAt + 1))).to.equal(true);
      expect(await ask(harness, ({ snapshots }) => snapshots.find(id, lost.id))).to.equal(undefined);
      expect((await ask(harness, ({ snapshots }) => snapshots.findHeld(id, [oid]))).size).to.equal(0);
      expect(await abandoned()).to.include(lost.id);
      const remove = () => commit(harness, ({ snapshots }) => snapshots.removeFiles(lost.id, 2));
      expect([await remove(), await remove(), await remove()]).to.deep.equal([2, 1, 0]);
      await commit(harness, ({ snapshots }) => snapshots.remove(lost.id));
      expect(await abandoned()).to.not.include(lost.id);
      expect(await commit(harness, ({ snapshots }) => snapshots.begin(aCapture(id, { name: lost.name })))).to.equal(true);
    },
  },
  {
    title: 'of the snapshots of which nothing was heard those come first that have been silent for longest',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const captures = [3, 1, 2, 0].map((silentMs) => aCapture(id, { activeAt: builtAt - silentMs }));
      for (const capture of captures) await commit(harness, ({ snapshots }) => snapshots.begin(capture));
      const list = (limit: number) => ask(harness, ({ snapshots }) => snapshots.listAbandoned(builtAt, limit));
      const [first, third, second] = captures.map((capture) => capture.id);
      expect(await list(9)).to.deep.equal([first, second, third]);
      expect(await list(2)).to.deep.equal([first, second]);
    },
  },
  {
    title: 'objects are held by the snapshots of their repository, also by those on their way',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const [a, b, c, free] = [uniqueOid(), uniqueOid(), uniqueOid(), uniqueOid()];
      const first = await captured(harness, id, [aFile('x', { oid: a }), aFile('y', { oid: a }), aFile('z', { oid: b })]);
      const second = await captured(harness, id, [aFile('x', { oid: a })]);
      await captured(harness, other, [aFile('x', { oid: free })]);
      const begun = aCapture(id);
      await commit(harness, async ({ snapshots }) => {
        await snapshots.begin(begun);
        await snapshots.append(begun.id, 0, slice([aFile('x', { oid: c })]));
      });
      const held = await ask(harness, ({ snapshots }) => snapshots.findHeld(id, [a, b, c, free]));
      expect([...held]).to.have.members([a, b, c]);
      expect((await ask(harness, ({ snapshots }) => snapshots.findHeld(id, []))).size).to.equal(0);
      const holding = async (oid: typeof a, limit = 9) =>
        namesOf(await ask(harness, ({ snapshots }) => snapshots.listHolding(id, oid, limit)));
      const both = [first, second].toSorted((left, right) => (left.id < right.id ? -1 : 1));
      expect(await holding(a)).to.deep.equal(namesOf(both));
      expect(await holding(a, 1)).to.deep.equal(namesOf(both.slice(0, 1)));
      expect(await holding(c)).to.deep.equal([]);
      expect(await holding(free)).to.deep.equal([]);
    },
  },
  {
    title: 'snapshots are counted with all files that they will have, and go with their repository',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const oid = uniqueOid();
      const snapshot = await captured(harness, id, [aFile('a', { oid }), aFile('b')]);
      await commit(harness, ({ snapshots }) => snapshots.begin(aCapture(id, { files: 1000 })));
      await captured(harness, other, [aFile('a', { oid })]);
      const totals = (repositoryId: typeof id) => ask(harness, ({ snapshots }) => snapshots.totals(repositoryId));
      expect(await totals(id)).to.deep.equal({ snapshots: 2, files: 1002 });
      await removeRepository(harness, id);
      expect(await totals(id)).to.deep.equal({ snapshots: 0, files: 0 });
      expect(await totals(other)).to.deep.equal({ snapshots: 1, files: 1 });
      expect(await ask(harness, ({ snapshots }) => snapshots.listFiles(snapshot.id, 0, 9))).to.deep.equal([]);
      expect((await ask(harness, ({ snapshots }) => snapshots.findHeld(id, [oid]))).size).to.equal(0);
      expect((await ask(harness, ({ snapshots }) => snapshots.findHeld(other, [oid]))).size).to.equal(1);
    },
  },
  {
    title: 'a repository is removed with snapshots of thousands of files that are no objects, and no other’s',
    run: async (harness) => {
      const [removed, other] = [await storedRepository(harness), await storedRepository(harness)];
      const files = Array.from({ length: 2500 }, (_, number) => aFile(`src/${number}`));
      for (const { id } of [removed, removed, other]) await captured(harness, id, files);
      await removeRepository(harness, removed.id);
      const list = async ({ id }: Repository) =>
        (await ask(harness, ({ snapshots }) => snapshots.list(id, { limit: 10 }))).items.map((each) => each.files);
      expect([await list(removed), await list(other)]).to.deep.equal([[], [2500]]);
    },
  },
];
