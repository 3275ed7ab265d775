import { type ChunkLocation, type ChunkName, type PackName, type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';
import { aChunk, aPackName } from './tree-builders.js';

const add = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, pack: PackName, chunks: readonly ChunkLocation[]) =>
  commit(harness, ({ tree }) => tree.addPack(repositoryId, pack, chunks, builtAt));

const find = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, names: readonly ChunkName[]) =>
  ask(harness, ({ tree }) => tree.findChunks(repositoryId, names));

const chunksOf = (pack: PackName, count: number): ChunkLocation[] =>
  Array.from({ length: count }, (_, index) => aChunk({ pack, offset: 8 + 500 * index }));

const namesOf = (chunks: readonly ChunkLocation[]): ChunkName[] => chunks.map(({ name }) => name);

const byName = (chunks: readonly ChunkLocation[]) => new Map(chunks.map((chunk) => [chunk.name, chunk]));

const unknownNames = (count: number): ChunkName[] => Array.from({ length: count }, () => trusted<ChunkName>(uniqueHash()));

export const chunkCases: readonly UnitOfWorkCase[] = [
  {
    title: 'the chunks of a verified pack are found as they were given, within their repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const pack = aPackName();
      const encodings = [0, 1, 2, 4, 8] as const;
      const chunks = encodings.map((encoding) => aChunk({ pack, encoding, offset: 8 + encoding, storedBytes: 1, rawBytes: 1 }));
      const last = aChunk({ pack, offset: 67_000_000, storedBytes: 1_048_576, rawBytes: 1_048_576 });
      await add(harness, repositoryId, pack, [...chunks, last]);
      expect(await find(harness, repositoryId, namesOf([...chunks, last]))).to.deep.equal(byName([...chunks, last]));
      expect(await find(harness, otherId, namesOf(chunks))).to.deep.equal(new Map());
      expect(await find(harness, repositoryId, [])).to.deep.equal(new Map());
    },
  },
  {
    title: 'findChunks answers for each chunk that is there, of twelve thousand names and of repeated ones',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const pack = aPackName();
      const chunks = chunksOf(pack, 2500);
      await add(harness, id, pack, chunks);
      const wanted = [...unknownNames(5000), ...namesOf(chunks), ...unknownNames(4500)];
      expect(wanted).to.have.length(12_000);
      expect(await find(harness, id, wanted)).to.deep.equal(byName(chunks));
      const few = chunks.slice(0, 2);
      expect(await find(harness, id, [...namesOf(few), ...namesOf(few)])).to.deep.equal(byName(few));
    },
  },
  {
    title: 'verified are the packs that were added, also one without chunks of its own, within their repository only',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const packs = Array.from({ length: 3 }, aPackName);
      const [first = aPackName(), second = aPackName()] = packs;
      await add(harness, repositoryId, first, chunksOf(first, 2));
      await add(harness, repositoryId, second, []);
      const verified = (id: RepositoryId, names: readonly PackName[]) =>
        ask(harness, ({ tree }) => tree.findVerifiedPacks(id, names));
      expect(await verified(repositoryId, [...packs, ...packs])).to.deep.equal(new Set([first, second]));
      expect(await verified(repositoryId, [])).to.deep.equal(new Set());
      expect(await verified(otherId, packs)).to.deep.equal(new Set());
    },
  },
  {
    title: 'a chunk that is known keeps its place, whether another pack or the same one brings it again',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [first, second] = [aPackName(), aPackName()];
      const [known, fresh, later] = [aChunk({ pack: first }), aChunk({ pack: second }), aChunk({ pack: first, offset: 99 })];
      const moved = { ...known, pack: second, offset: 4000, storedBytes: 1, encoding: 0 } as const;
      await add(harness, repositoryId, first, [known, { ...known, offset: 77 }]);
      await add(harness, repositoryId, second, [moved, fresh]);
      await add(harness, repositoryId, first, [{ ...known, offset: 55 }, later]);
      await add(harness, otherId, second, [moved]);
      const names = namesOf([known, fresh, later]);
      expect(await find(harness, repositoryId, names)).to.deep.equal(byName([known, fresh, later]));
      expect(await find(harness, otherId, names)).to.deep.equal(byName([moved]));
    },
  },
  {
    title: 'of many that add one pack at once, one does',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const pack = aPackName();
      const chunk = aChunk({ pack });
      await together(20, (index) => add(harness, id, pack, [{ ...chunk, offset: index }, ...chunksOf(pack, 3)]));
      const found = await find(harness, id, [chunk.name]);
      expect(found.get(chunk.name)?.offset).to.be.within(0, 19);
      expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, [pack]))).to.deep.equal(new Set([pack]));
    },
  },
  {
    title: 'chunks of a pack that takes the place of others are found in it, those that lie elsewhere where they were',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [former, elsewhere, latter] = [aPackName(), aPackName(), aPackName()];
      const gone = Array.from({ length: 150 }, aPackName);
      const [left, moves, stays, comes] = [...chunksOf(former, 2), ...chunksOf(elsewhere, 1), ...chunksOf(latter, 1)];
      if (left === undefined || moves === undefined || stays === undefined || comes === undefined) return;
      for (const repositoryId of [id, otherId]) await add(harness, repositoryId, former, [left, moves]);
      await add(harness, id, elsewhere, [stays]);
      const inLatter = [moves, stays].map((chunk, at) => ({ ...chunk, pack: latter, offset: 3000 + 500 * at }));
      const all = namesOf([left, moves, stays, comes]);
      const addInPlace = () =>
        commit(harness, ({ tree }) => tree.addPack(id, latter, [...inLatter, comes], builtAt, [...gone, former]));
      for (let turns = 0; turns < 2; turns += 1) {
        await addInPlace();
        expect(await find(harness, id, all)).to.deep.equal(byName([left, ...inLatter.slice(0, 1), stays, comes]));
        expect(await find(harness, otherId, all)).to.deep.equal(byName([left, moves]));
      }
      expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, [former, latter]))).to.deep.equal(
        new Set([former, latter]),
      );
    },
  },
  {
    title: 'thousands of chunks are added in one go, and none of them when their transaction is not kept',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const pack = aPackName();
      const chunks = chunksOf(pack, 3001);
      const [outcome] = await Promise.allSettled([
        commit(harness, async ({ tree }) => {
          await tree.addPack(id, pack, chunks, builtAt);
          throw new Error('on purpose');
        }),
      ]);
      expect(outcome.status).to.equal('rejected');
      expect(await find(harness, id, namesOf(chunks))).to.deep.equal(new Map());
      await add(harness, id, pack, chunks);
      expect(await find(harness, id, namesOf(chunks))).to.deep.equal(byName(chunks));
    },
  },
  {
    title: 'a pack belongs to a repository that is there',
    run: async (harness) => {
      const [outcome] = await Promise.allSettled([add(harness, trusted<RepositoryId>(uniqueId()), aPackName(), [])]);
      expect(outcome.status).to.equal('rejected');
    },
  },
];
