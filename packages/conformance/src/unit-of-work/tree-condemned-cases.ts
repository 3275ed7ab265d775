import {
  type ChunkName,
  type CondemnedFile,
  mapPath,
  type MapName,
  packPath,
  type PackName,
  type RepositoryId,
  type TreePath,
  trusted,
} from '@svc/core/model';
import type { ClaimedCollection } from '@svc/core/ports';
import { expect } from 'chai';
import { anObject, builtAt, uniqueHash, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';
import { aChunk, aPackName, aPendingVerification, aTreeFile } from './tree-builders.js';

const hour = 3_600_000;

const aCondemnedFile = (part: Partial<CondemnedFile> = {}): CondemnedFile => ({
  path: packPath(aPackName()),
  sizeBytes: 1000,
  state: 'seen',
  seenAt: builtAt,
  quarantinedAt: undefined,
  dueAt: builtAt + hour,
  holder: undefined,
  removedAt: undefined,
  ...part,
});

const byPath = (files: readonly CondemnedFile[]): ReadonlyMap<TreePath, CondemnedFile> =>
  new Map(files.map((file) => [file.path, file]));

const inOrder = <Each extends { readonly path: TreePath }>(files: readonly Each[]): Each[] =>
  [...files].sort((left, right) => (left.path < right.path ? -1 : 1));

const condemn = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, files: readonly CondemnedFile[]) =>
  commit(harness, ({ condemned }) => condemned.put(repositoryId, files));

const find = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, files: readonly CondemnedFile[]) =>
  ask(harness, ({ condemned }) =>
    condemned.find(
      repositoryId,
      files.map(({ path }) => path),
    ),
  );

const findChunks = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, names: readonly ChunkName[]) =>
  ask(harness, ({ tree }) => tree.findChunks(repositoryId, names));

/** A verified pack of some chunks. */
const storedPack = async (harness: UnitOfWorkHarness, repositoryId: RepositoryId, names: readonly ChunkName[]) => {
  const pack = aPackName();
  const chunks = names.map((name, index) => aChunk({ name, pack, offset: 8 + 500 * index }));
  await commit(harness, ({ tree }) => tree.addPack(repositoryId, pack, chunks, builtAt));
  return { pack, chunks, found: new Map(chunks.map((chunk) => [chunk.name, chunk])) };
};

const newNames = (count: number): ChunkName[] => Array.from({ length: count }, () => trusted<ChunkName>(uniqueHash()));

/** A repository with a file in its chunk tree, which is listed. */
const listedRepository = async (harness: UnitOfWorkHarness): Promise<RepositoryId> => {
  const { id } = await storedRepository(harness);
  await commit(harness, ({ tree }) => tree.countFile(id, 10));
  return id;
};

const claim = (harness: UnitOfWorkHarness, now: number, holder = 'a', beyond?: number) =>
  commit(harness, ({ condemned }) => condemned.claimCollection(holder, now, now + hour, beyond));

const move = (harness: UnitOfWorkHarness, claimed: ClaimedCollection, until: number) =>
  commit(harness, ({ condemned }) => condemned.moveCollection(claimed, until));

export const condemnedCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a condemned file is found as it was given, takes the place of the one with its path, and is gone when it is removed',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const seen = aCondemnedFile();
      const files = [
        seen,
        aCondemnedFile({ path: mapPath(trusted<MapName>(uniqueHash())), state: 'quarantined', quarantinedAt: builtAt + 1 }),
        aCondemnedFile({
          path: trusted<TreePath>(`objects/manifests/${uniqueHash()}`),
          state: 'deleting',
          sizeBytes: Number.MAX_SAFE_INTEGER,
          quarantinedAt: builtAt + 1,
          holder: uniqueId(),
          removedAt: builtAt + 2,
        }),
      ];
      await condemn(harness, id, files);
      expect(await find(harness, id, files)).to.deep.equal(byPath(files));
      expect(await find(harness, otherId, files)).to.deep.equal(new Map());
      const later: CondemnedFile = { ...seen, state: 'quarantined', quarantinedAt: builtAt + hour, dueAt: builtAt + 2 * hour };
      await condemn(harness, id, [later]);
      await condemn(harness, otherId, [seen]);
      expect(await find(harness, id, [seen])).to.deep.equal(byPath([later]));
      await commit(harness, ({ condemned }) => condemned.remove(id, [seen.path, packPath(aPackName())]));
      expect(await find(harness, id, files)).to.deep.equal(byPath(files.slice(1)));
      expect(await find(harness, otherId, [seen])).to.deep.equal(byPath([seen]));
    },
  },
  {
    title: 'condemned files are listed in the order of their paths, of all states or of one, in slices, and added up',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const files = Array.from({ length: 250 }, (_, at) =>
        aCondemnedFile({ sizeBytes: at, state: at % 2 ? 'seen' : 'deleting', dueAt: builtAt + 250 - at }),
      );
      await condemn(harness, id, files);
      const list = (state: CondemnedFile['state'] | undefined, after: TreePath | undefined, limit: number) =>
        ask(harness, ({ condemned }) => condemned.list(id, { state, after, limit }));
      const sorted = inOrder(files);
      expect(await list(undefined, undefined, 1000)).to.deep.equal(sorted);
      expect(await list(undefined, sorted[99]?.path, 100)).to.deep.equal(sorted.slice(100, 200));
      const deleting = sorted.filter(({ state }) => state === 'deleting');
      expect(await list('deleting', deleting[9]?.path, 20)).to.deep.equal(deleting.slice(10, 30));
      expect(await list('quarantined', undefined, 10)).to.deep.equal([]);
      expect(await ask(harness, ({ condemned }) => condemned.sum(id))).to.deep.equal({
        files: 250,
        bytes: (249 * 250) / 2,
        nextDueAt: builtAt + 1,
        deadBytes: 0,
      });
      const { id: otherId } = await storedRepository(harness);
      expect(await ask(harness, ({ condemned }) => condemned.sum(otherId))).to.deep.equal({
        files: 0,
        bytes: 0,
        nextDueAt: undefined,
        deadBytes: 0,
      });
    },
  },
  {
    title: 'how much is dead is what was noted last, of a tree that is listed, and stays when the tree is claimed',
    run: async (harness) => {
      const [id, otherId] = [await listedRepository(harness), await listedRepository(harness)];
      const { id: unlistedId } = await storedRepository(harness);
      const note = (repositoryId: RepositoryId, bytes: number) =>
        commit(harness, ({ condemned }) => condemned.noteDead(repositoryId, bytes));
      const deadOf = async (repositoryId: RepositoryId) =>
        (await ask(harness, ({ condemned }) => condemned.sum(repositoryId))).deadBytes;
      await note(id, 5);
      await note(id, Number.MAX_SAFE_INTEGER);
      await note(unlistedId, 7);
      for (let turns = 0; turns < 2; turns += 1) {
        const claimed = await claim(harness, builtAt);
        expect(claimed).not.to.equal(undefined);
        if (claimed !== undefined) await move(harness, claimed, builtAt + 2 * hour);
      }
      expect(await deadOf(id)).to.equal(Number.MAX_SAFE_INTEGER);
      for (const each of [otherId, unlistedId]) expect(await deadOf(each)).to.equal(0);
    },
  },
  {
    title: 'what is condemned goes with its repository, and belongs to one that is there',
    run: async (harness) => {
      const id = await listedRepository(harness);
      const file = aCondemnedFile();
      await condemn(harness, id, [file]);
      await removeRepository(harness, id);
      expect(await find(harness, id, [file])).to.deep.equal(new Map());
      expect(await claim(harness, builtAt)).to.equal(undefined);
      const [outcome] = await Promise.allSettled([condemn(harness, id, [file])]);
      expect(outcome.status).to.equal('rejected');
    },
  },
  {
    title: 'chunks are found in a pack that is seen, in none that is in quarantine or being deleted, and again when it is back',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const names = newNames(3);
      const { pack, found } = await storedPack(harness, id, names);
      const other = await storedPack(harness, id, newNames(2));
      const all = [...names, ...other.found.keys()];
      const path = packPath(pack);
      for (const state of ['quarantined', 'deleting'] as const) {
        await condemn(harness, id, [aCondemnedFile({ path, state })]);
        expect(await findChunks(harness, id, all)).to.deep.equal(other.found);
        expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, [pack]))).to.deep.equal(new Set([pack]));
      }
      await condemn(harness, id, [aCondemnedFile({ path })]);
      expect(await findChunks(harness, id, all)).to.deep.equal(new Map([...found, ...other.found]));
      await condemn(harness, id, [aCondemnedFile({ path, state: 'quarantined' })]);
      await condemn(harness, otherId, [aCondemnedFile({ path })]);
      await commit(harness, ({ condemned }) => condemned.remove(id, [path]));
      expect(await findChunks(harness, id, all)).to.deep.equal(new Map([...found, ...other.found]));
    },
  },
  {
    title: 'a chunk takes a new place when the pack it lies in is in quarantine, and no other one',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const names = newNames(3);
      const first = await storedPack(harness, id, names);
      await condemn(harness, otherId, [aCondemnedFile({ path: packPath(first.pack), state: 'quarantined' })]);
      await condemn(harness, id, [aCondemnedFile({ path: packPath(first.pack) })]);
      await storedPack(harness, id, names);
      expect(await findChunks(harness, id, names), 'seen').to.deep.equal(first.found);
      await condemn(harness, id, [aCondemnedFile({ path: packPath(first.pack), state: 'quarantined' })]);
      const second = await storedPack(harness, id, names);
      expect(await findChunks(harness, id, names)).to.deep.equal(second.found);
      await commit(harness, ({ condemned }) => condemned.remove(id, [packPath(first.pack)]));
      expect(await findChunks(harness, id, names)).to.deep.equal(second.found);
    },
  },
  {
    title: 'packs are verified no more when they are removed, and their chunks go slice by slice',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const gone = [await storedPack(harness, id, newNames(30)), await storedPack(harness, id, newNames(20))];
      const left = await storedPack(harness, id, newNames(25));
      const ofOther = await storedPack(harness, otherId, newNames(5));
      const packs = gone.map(({ pack }) => pack);
      await commit(harness, ({ tree }) => tree.removePacks(id, packs));
      expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, [...packs, left.pack]))).to.deep.equal(
        new Set([left.pack]),
      );
      const remove = (of: RepositoryId, names: readonly PackName[], after: ChunkName | undefined) =>
        commit(harness, ({ tree }) => tree.removeChunksOf(of, names, after, 20));
      const looked: (ChunkName | undefined)[] = [];
      let after: ChunkName | undefined;
      do looked.push((after = await remove(id, packs, after)));
      while (after !== undefined);
      expect(looked).to.have.length(5);
      const all = [...gone, left, ofOther].flatMap(({ found }) => [...found.keys()]);
      expect(await findChunks(harness, id, all)).to.deep.equal(left.found);
      expect(await findChunks(harness, otherId, all)).to.deep.equal(ofOther.found);
    },
  },
  {
    title: 'files are found many at a time, within their repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const files = Array.from({ length: 1200 }, () => aTreeFile());
      await commit(harness, async ({ tree }) => {
        for (const file of files) await tree.putFile(id, file);
      });
      const paths = [...files.map(({ path }) => path), packPath(aPackName())];
      const found = await ask(harness, ({ tree }) => tree.findFiles(id, paths));
      expect(found).to.deep.equal(new Map(files.map((file) => [file.path, file])));
      expect(await ask(harness, ({ tree }) => tree.findFiles(otherId, paths))).to.deep.equal(new Map());
      expect(await ask(harness, ({ tree }) => tree.findFiles(id, []))).to.deep.equal(new Map());
    },
  },
  {
    title: 'a file of the service that nobody has counted in is not counted out',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const own = aTreeFile({ path: trusted<TreePath>(`objects/manifests/${uniqueHash()}`) });
      await commit(harness, async ({ tree }) => {
        await tree.countFile(id, 1);
        await tree.putFile(id, aTreeFile());
        await tree.putFile(id, own);
      });
      expect(await commit(harness, ({ tree }) => tree.removeFile(id, own.path, 'stored', false))).to.equal(true);
      expect(await commit(harness, ({ tree }) => tree.countFile(id, 1)), 'there is no room').to.equal(false);
    },
  },
  {
    title:
      'the frozen manifests of a repository, and its pending verifications, are listed in the order of their oids, in slices',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = Array.from({ length: 30 }, () => anObject({ layout: 'chunks' }));
      const pins = objects.slice(0, 25).map(({ oid }) => ({ oid, manifestSha256: uniqueHash() }));
      const pending = Array.from({ length: 25 }, () => aPendingVerification(id));
      await commit(harness, async ({ objects: records, tree }) => {
        for (const of of [id, otherId]) await records.add(of, objects);
        for (const { oid, manifestSha256 } of pins) await tree.setManifest(id, oid, manifestSha256, 1);
        for (const verification of pending) await tree.addPendingVerification(verification);
      });
      pins.sort((left, right) => (left.oid < right.oid ? -1 : 1));
      pending.sort((left, right) => (left.oid < right.oid ? -1 : 1));
      const manifests = (of: RepositoryId, after: number, limit: number) =>
        ask(harness, ({ tree }) => tree.listManifests(of, pins[after]?.oid, limit));
      expect(await manifests(id, -1, 10)).to.deep.equal(pins.slice(0, 10));
      expect(await manifests(id, 9, 100)).to.deep.equal(pins.slice(10));
      expect(await manifests(otherId, -1, 10)).to.deep.equal([]);
      const waiting = (of: RepositoryId, after: number, limit: number) =>
        ask(harness, ({ tree }) => tree.listPendingVerifications(of, pending[after]?.oid, limit));
      expect(await waiting(id, -1, 10)).to.deep.equal(pending.slice(0, 10));
      expect(await waiting(id, 9, 100)).to.deep.equal(pending.slice(10));
      expect(await waiting(otherId, -1, 10)).to.deep.equal([]);
    },
  },
  {
    title: 'the frozen manifests of objects in quarantine are listed in the same way, and those of registered ones no more',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = Array.from({ length: 12 }, () => anObject({ layout: 'chunks' }));
      const pins = objects.slice(0, 10).map(({ oid }) => ({ oid, manifestSha256: uniqueHash() }));
      pins.sort((left, right) => (left.oid < right.oid ? -1 : 1));
      const oids = [...pins.slice(0, 8), ...objects.slice(10)].map(({ oid }) => oid);
      await commit(harness, async ({ objects: records, tree, quarantine }) => {
        await records.add(id, objects);
        for (const { oid, manifestSha256 } of pins) await tree.setManifest(id, oid, manifestSha256, 1);
        await quarantine.put(id, oids.toReversed(), { removedAt: builtAt, removedBy: undefined, dueAt: builtAt + hour });
      });
      const list = (of: RepositoryId, after: number, limit: number) =>
        ask(harness, ({ quarantine }) => quarantine.listManifests(of, pins[after]?.oid, limit));
      expect(await list(id, -1, 5)).to.deep.equal(pins.slice(0, 5));
      expect(await list(id, 4, 5)).to.deep.equal(pins.slice(5, 8));
      expect(await list(otherId, -1, 5)).to.deep.equal([]);
      expect(await ask(harness, ({ tree }) => tree.listManifests(id, undefined, 20))).to.deep.equal(pins.slice(8));
    },
  },
  {
    title: 'repositories with files in their chunk tree are listed once, and claimed one after the other, as they become due',
    run: async (harness) => {
      const ids = [await listedRepository(harness), await listedRepository(harness)].sort();
      await storedRepository(harness);
      const [first, second] = [await claim(harness, builtAt), await claim(harness, builtAt + 1, 'b')];
      expect([first?.repositoryId, second?.repositoryId]).to.deep.equal(ids);
      expect(second).to.deep.equal({ repositoryId: ids[1], holder: 'b', attempt: 1 });
      expect(await claim(harness, builtAt + 2)).to.equal(undefined);
      for (const id of ids) {
        const file = aTreeFile();
        await commit(harness, async ({ tree }) => {
          await tree.putFile(id, file);
          await tree.removeFile(id, file.path, 'stored');
          await tree.countFile(id, 1);
        });
      }
      expect(await claim(harness, builtAt + hour - 1), 'claims last').to.equal(undefined);
      expect(await claim(harness, builtAt + hour, 'c')).to.deep.equal({ repositoryId: ids[0], holder: 'c', attempt: 2 });
    },
  },
  {
    title: 'the end of a claim is moved by its holder alone, until somebody else has claimed the repository',
    run: async (harness) => {
      await listedRepository(harness);
      const first = await claim(harness, builtAt);
      if (first === undefined) throw new Error('the repository is due');
      expect(await move(harness, first, builtAt + 3 * hour)).to.equal(true);
      expect(await claim(harness, builtAt + 2 * hour)).to.equal(undefined);
      expect(await move(harness, { ...first, holder: 'x' }, builtAt)).to.equal(false);
      const second = await claim(harness, builtAt + 3 * hour);
      expect(second).to.deep.equal({ ...first, attempt: 2 });
      expect(await move(harness, first, builtAt)).to.equal(false);
      expect(await claim(harness, builtAt + 3 * hour)).to.equal(undefined);
    },
  },
  {
    title: 'a repository that is due later than any schedule means, since a clock was set back, is claimed when no other is due',
    run: async (harness) => {
      await listedRepository(harness);
      const first = await claim(harness, builtAt);
      if (first === undefined) throw new Error('the repository is due');
      await move(harness, first, builtAt + 10 * hour);
      expect(await claim(harness, builtAt, 'b', builtAt + 10 * hour)).to.equal(undefined);
      expect((await claim(harness, builtAt, 'b', builtAt + 10 * hour - 1))?.attempt).to.equal(2);
    },
  },
  {
    title: 'of many who claim at once each gets another repository',
    run: async (harness) => {
      const ids = [];
      for (let count = 0; count < 5; count += 1) ids.push(await listedRepository(harness));
      const claims = await together(12, (index) => claim(harness, builtAt, `holder-${index}`));
      const claimed = claims.flatMap((each) => (each === undefined ? [] : [each.repositoryId]));
      expect(claimed.toSorted()).to.deep.equal(ids.toSorted());
    },
  },
];
