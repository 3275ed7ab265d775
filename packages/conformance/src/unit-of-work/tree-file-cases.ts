import { type RepositoryId, type TreeFile, type TreePath, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt, uniqueHash, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';
import { aChunk, aPackName, aPendingVerification, aTransfer, aTreeFile } from './tree-builders.js';

const path = (text: string): TreePath => trusted<TreePath>(text);

const find = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, of: TreePath) =>
  ask(harness, ({ tree }) => tree.findFile(repositoryId, of));

const put = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, files: readonly TreeFile[]) =>
  commit(harness, async ({ tree }) => {
    for (const file of files) await tree.putFile(repositoryId, file);
  });

export const treeFileCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a file is found as it was given, within its repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const files = [
        aTreeFile(),
        aTreeFile({ path: path('Notes'), sizeBytes: 0, state: 'receiving', receivers: 1, changedAt: 0 }),
        aTreeFile({ path: path('notes'), sizeBytes: Number.MAX_SAFE_INTEGER, changedAt: Number.MAX_SAFE_INTEGER }),
      ];
      await put(harness, repositoryId, files);
      for (const file of files) {
        expect(await find(harness, repositoryId, file.path)).to.deep.equal(file);
        expect(await find(harness, otherId, file.path)).to.equal(undefined);
      }
      expect(await find(harness, repositoryId, path('NOTES'))).to.equal(undefined);
    },
  },
  {
    title: 'a file takes the place of the one with its path, in its own repository',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const first = aTreeFile({ state: 'receiving', receivers: 2 });
      const second = aTreeFile({ path: first.path, sizeBytes: 5, state: 'stored', receivers: 1, changedAt: builtAt + 1 });
      await put(harness, repositoryId, [first]);
      await put(harness, otherId, [first]);
      await put(harness, repositoryId, [second]);
      expect(await find(harness, repositoryId, first.path)).to.deep.equal(second);
      expect(await find(harness, otherId, first.path)).to.deep.equal(first);
    },
  },
  {
    title: 'a file belongs to a repository that is there',
    run: async (harness) => {
      const [outcome] = await Promise.allSettled([put(harness, trusted<RepositoryId>(uniqueId()), [aTreeFile()])]);
      expect(outcome.status).to.equal('rejected');
    },
  },
  {
    title:
      'a path is obstructed by a file that is a folder of it, and by files below it, in its repository only and in every state',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const names = ['a/b/c', 'a/b-c/d', 'n.json', 'x/y.z/1', 'x/y0/1'];
      const files = names.map((name, at) => aTreeFile({ path: path(name), state: at % 2 === 0 ? 'stored' : 'receiving' }));
      await put(harness, repositoryId, files);
      const isObstructed = (id: RepositoryId, name: string) => commit(harness, ({ tree }) => tree.isObstructed(id, path(name)));
      const obstructed = ['a', 'a/b', 'a/b-c', 'a/b/c/d', 'a/b/c/d/e/f/g/h', 'n.json/1', 'x', 'x/y.z', 'x/y.z/1/2', 'x/y0'];
      const free = [...names, 'a/b/d', 'a/b.c', 'a/bc', 'A', 'a/b/C/d', 'n', 'n.json1', 'n.jso', 'x/y', 'x/y/1', 'x/y.z0', 'z'];
      for (const name of obstructed) {
        expect(await isObstructed(repositoryId, name), name).to.equal(true);
        expect(await isObstructed(otherId, name), name).to.equal(false);
      }
      for (const name of free) expect(await isObstructed(repositoryId, name), name).to.equal(false);
    },
  },
  {
    title: 'a file is removed once, in the state that is named and from its own repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const file = aTreeFile({ state: 'receiving' });
      await put(harness, repositoryId, [file]);
      const remove = (id: RepositoryId, state: TreeFile['state']) =>
        commit(harness, ({ tree }) => tree.removeFile(id, file.path, state));
      expect(await remove(otherId, 'receiving')).to.equal(false);
      expect(await remove(repositoryId, 'stored')).to.equal(false);
      expect(await find(harness, repositoryId, file.path)).to.deep.equal(file);
      expect(await remove(repositoryId, 'receiving')).to.equal(true);
      expect(await remove(repositoryId, 'receiving')).to.equal(false);
      expect(await find(harness, repositoryId, file.path)).to.equal(undefined);
    },
  },
  {
    title: 'files below a folder are listed by their paths, part by part, those of other folders and repositories not',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const named = (path: string) => aTreeFile({ path: trusted<TreePath>(path) });
      const [first, second, third] = [named('chunks/packs/0a'), named('chunks/packs/B'), named('chunks/packs/a/b')];
      await put(harness, repositoryId, [
        third,
        named('chunks/packs0'),
        first,
        named('chunks/maps/a'),
        second,
        named('chunks/pack'),
      ]);
      await put(harness, otherId, [named('chunks/packs/1')]);
      const list = (after: TreePath | undefined, limit: number) =>
        ask(harness, ({ tree }) => tree.listBelow(repositoryId, trusted<TreePath>('chunks/packs'), after, limit));
      expect(await list(undefined, 9)).to.deep.equal([first, second, third]);
      expect(await list(undefined, 2)).to.deep.equal([first, second]);
      expect(await list(second.path, 2)).to.deep.equal([third]);
      expect(await list(third.path, 2)).to.deep.equal([]);
    },
  },
  {
    title: 'stale are the files of all repositories that have been received since before an instant, the oldest of them first',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const receiving = (changedAt: number) => aTreeFile({ state: 'receiving', changedAt });
      const [oldest, old, young] = [receiving(1), receiving(builtAt - 1), receiving(builtAt)];
      await put(harness, repositoryId, [young, old, aTreeFile({ changedAt: 0 })]);
      await put(harness, otherId, [oldest]);
      const stale = (before: number, limit: number) => commit(harness, ({ tree }) => tree.listStaleFiles(before, limit));
      const expected = [
        { ...oldest, repositoryId: otherId },
        { ...old, repositoryId },
      ];
      expect(await stale(builtAt, 9)).to.deep.equal(expected);
      expect(await stale(builtAt, 1)).to.deep.equal(expected.slice(0, 1));
      expect(await stale(1, 9)).to.deep.equal([]);
      await put(harness, otherId, [{ ...oldest, state: 'stored' }]);
      expect(await stale(builtAt + 1, 9)).to.have.length(2);
    },
  },
  {
    title: 'a tree goes with its repository, however many chunks are in it, and leaves those of other repositories',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [object, file, pack] = [anObject({ layout: 'chunks' }), aTreeFile(), aPackName()];
      const [chunks, transfer] = [Array.from({ length: 5001 }, () => aChunk({ pack })), aTransfer()];
      await commit(harness, async ({ objects, tree }) => {
        for (const id of [repositoryId, otherId]) {
          await objects.add(id, [object]);
          await tree.setManifest(id, object.oid, uniqueHash(), 1);
          await tree.putFile(id, file);
          await tree.addPack(id, pack, chunks, builtAt);
          await tree.addTransfer(id, transfer);
          await tree.addPendingVerification(aPendingVerification(id, { oid: object.oid }));
        }
      });
      await removeRepository(harness, repositoryId);
      const left = (id: RepositoryId) =>
        ask(harness, async ({ tree }) => ({
          file: await tree.findFile(id, file.path),
          chunks: (
            await tree.findChunks(
              id,
              chunks.map(({ name }) => name),
            )
          ).size,
          packs: (await tree.findVerifiedPacks(id, [pack])).size,
          hasManifest: (await tree.findManifest(id, object.oid)) !== undefined,
          transfers: (await tree.listTransfers(id, undefined, { limit: 9 })).items,
          isPending: (await tree.findPendingVerification(id, object.oid)) !== undefined,
        }));
      const nothing = { file: undefined, chunks: 0, packs: 0, hasManifest: false, transfers: [], isPending: false };
      expect(await left(repositoryId)).to.deep.equal(nothing);
      const everything = { file, chunks: 5001, packs: 1, hasManifest: true, transfers: [transfer], isPending: true };
      expect(await left(otherId)).to.deep.equal(everything);
    },
  },
  {
    title: 'files that are put into a tree are counted for each repository, and removed ones counted out',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const count = (of = id) => commit(harness, ({ tree }) => tree.countFile(of, 3));
      const file = aTreeFile({ state: 'receiving' });
      await commit(harness, ({ tree }) => tree.putFile(id, file));
      const claims = await together(10, () => count());
      expect(claims.filter(Boolean)).to.have.length(3);
      expect(await count(otherId)).to.equal(true);
      expect(await commit(harness, ({ tree }) => tree.removeFile(id, file.path, 'stored'))).to.equal(false);
      expect(await count()).to.equal(false);
      expect(await commit(harness, ({ tree }) => tree.removeFile(id, file.path, 'receiving'))).to.equal(true);
      expect([await count(), await count()]).to.deep.equal([true, false]);
    },
  },
];
