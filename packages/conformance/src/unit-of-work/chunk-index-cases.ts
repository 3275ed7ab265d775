import { type ChunkName, type Hook, type MapName, type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueHash } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';
import { aChunk, aPackName } from './tree-builders.js';

const aMapName = (): MapName => trusted<MapName>(uniqueHash());

const newNames = (count: number): readonly ChunkName[] => Array.from({ length: count }, () => trusted<ChunkName>(uniqueHash()));

const hooksTo = (map: MapName, names: readonly ChunkName[]): readonly Hook[] => names.map((name) => ({ name, map }));

const byName = (hooks: readonly Hook[]): ReadonlyMap<ChunkName, MapName> => new Map(hooks.map(({ name, map }) => [name, map]));

const addHooks = (
  harness: UnitOfWorkHarness,
  repositoryId: RepositoryId,
  hooks: readonly Hook[],
  noted: 'stays' | 'is replaced' = 'is replaced',
) => commit(harness, ({ chunkIndex }) => chunkIndex.addHooks(repositoryId, hooks, noted));

const findHooks = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, names: readonly ChunkName[]) =>
  ask(harness, ({ chunkIndex }) => chunkIndex.findHooks(repositoryId, names));

const isSparse = (harness: UnitOfWorkHarness, repositoryId: RepositoryId) =>
  ask(harness, ({ chunkIndex }) => chunkIndex.isSparse(repositoryId));

const makeSparse = (harness: UnitOfWorkHarness, repositoryId: RepositoryId) =>
  commit(harness, ({ chunkIndex }) => chunkIndex.makeSparse(repositoryId));

/** A verified pack of so many chunks; answers their names. */
const addPack = async (harness: UnitOfWorkHarness, repositoryId: RepositoryId, count: number) => {
  const pack = aPackName();
  const chunks = newNames(count).map((name, at) => aChunk({ name, pack, offset: 8 + 500 * at }));
  await commit(harness, ({ tree }) => tree.addPack(repositoryId, pack, chunks, builtAt));
  return { pack, chunks, names: chunks.map(({ name }) => name) };
};

const findChunks = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, names: readonly ChunkName[]) =>
  ask(harness, ({ tree }) => tree.findChunks(repositoryId, names));

const count = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, after: ChunkName | undefined, limit: number) =>
  ask(harness, ({ chunkIndex }) => chunkIndex.countChunks(repositoryId, after, limit));

export const chunkIndexCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an index is sparse from when it is made so, within its repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      expect(await isSparse(harness, id)).to.equal(false);
      await addHooks(harness, id, hooksTo(aMapName(), newNames(1)));
      expect(await isSparse(harness, id), 'with hooks alone').to.equal(false);
      for (let turns = 0; turns < 2; turns += 1) {
        await makeSparse(harness, id);
        expect(await isSparse(harness, id)).to.equal(true);
      }
      expect(await isSparse(harness, otherId)).to.equal(false);
      await makeSparse(harness, otherId);
      expect(await isSparse(harness, otherId), 'of one without hooks').to.equal(true);
    },
  },
  {
    title: 'a pack that is added to a sparse index is verified, and brings no chunks; those that were there stay',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const former = await addPack(harness, id, 3);
      await makeSparse(harness, id);
      const latter = await addPack(harness, id, 3);
      expect(await findChunks(harness, id, [...former.names, ...latter.names])).to.deep.equal(
        new Map(former.chunks.map((chunk) => [chunk.name, chunk])),
      );
      const packs = [former.pack, latter.pack];
      expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, packs))).to.deep.equal(new Set(packs));
    },
  },
  {
    title: 'a hook is found with its map by the first half of its name, within its repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [name, unknown] = [...newNames(1), ...newNames(1)];
      if (name === undefined || unknown === undefined) return;
      const alike = trusted<ChunkName>(name.slice(0, 32) + unknown.slice(32));
      const map = aMapName();
      await addHooks(harness, id, hooksTo(map, [name]));
      expect(await findHooks(harness, id, [unknown, alike, name])).to.deep.equal(byName(hooksTo(map, [alike, name])));
      expect(await findHooks(harness, otherId, [name])).to.deep.equal(new Map());
      await addHooks(harness, otherId, hooksTo(aMapName(), newNames(1)));
      expect(await findHooks(harness, otherId, [name])).to.deep.equal(new Map());
      expect(await findHooks(harness, id, [])).to.deep.equal(new Map());
    },
  },
  {
    title: 'the map of a hook that is noted stays or is replaced, as it is asked for',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [former, latter] = [aMapName(), aMapName()];
      const [known, fresh] = [newNames(2), newNames(2)];
      await addHooks(harness, id, hooksTo(former, known));
      await addHooks(harness, id, hooksTo(latter, [...known, ...fresh]), 'stays');
      const stayed = [...hooksTo(former, known), ...hooksTo(latter, fresh)];
      expect(await findHooks(harness, id, [...known, ...fresh])).to.deep.equal(byName(stayed));
      await addHooks(harness, id, hooksTo(latter, known), 'is replaced');
      expect(await findHooks(harness, id, [...known, ...fresh])).to.deep.equal(byName(hooksTo(latter, [...known, ...fresh])));
    },
  },
  {
    title:
      'thousands of hooks are noted in one go and found among thousands of names, and none of them when their transaction is not kept',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const hooks = hooksTo(aMapName(), newNames(2501));
      const names = hooks.map(({ name }) => name);
      const [outcome] = await Promise.allSettled([
        commit(harness, async ({ chunkIndex }) => {
          await chunkIndex.addHooks(id, hooks, 'is replaced');
          throw new Error('on purpose');
        }),
      ]);
      expect(outcome.status).to.equal('rejected');
      expect(await findHooks(harness, id, names)).to.deep.equal(new Map());
      await addHooks(harness, id, hooks);
      expect(await findHooks(harness, id, [...newNames(5000), ...names, ...newNames(100)])).to.deep.equal(byName(hooks));
    },
  },
  {
    title: 'of those who note the same hooks at once each succeeds, and one of the maps is noted',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const names = newNames(20);
      const maps = Array.from({ length: 10 }, aMapName);
      await together(10, (at) => addHooks(harness, id, hooksTo(maps[at] ?? aMapName(), names)));
      const found = await findHooks(harness, id, names);
      expect([...found.keys()]).to.have.members([...names]);
      expect(maps).to.include.members([...found.values()]);
    },
  },
  {
    title: 'hooks of some maps are removed slice by slice, and those of others stay',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [gone, alsoGone, kept] = [aMapName(), aMapName(), aMapName()];
      const hooks = [...hooksTo(gone, newNames(5)), ...hooksTo(kept, newNames(5)), ...hooksTo(alsoGone, newNames(5))];
      for (const repositoryId of [id, otherId]) await addHooks(harness, repositoryId, hooks);
      let after: string | undefined;
      let slices = 0;
      do {
        const from = after;
        after = await commit(harness, ({ chunkIndex }) => chunkIndex.removeHooksOf(id, [gone, alsoGone], from, 4));
        slices += 1;
      } while (after !== undefined);
      // Four slices of up to four, and one that has found nothing.
      expect(slices).to.equal(5);
      const names = hooks.map(({ name }) => name);
      expect(await findHooks(harness, id, names)).to.deep.equal(byName(hooks.filter(({ map }) => map === kept)));
      expect(await findHooks(harness, otherId, names)).to.deep.equal(byName(hooks));
      const { id: emptyId } = await storedRepository(harness);
      const atOnce = await commit(harness, ({ chunkIndex }) => chunkIndex.removeHooksOf(emptyId, [gone], undefined, 4));
      expect(atOnce).to.equal(undefined);
    },
  },
  {
    title: 'chunks are counted slice by slice in the order of their names, within their repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const names = [...(await addPack(harness, id, 5)).names].sort();
      await addPack(harness, otherId, 3);
      expect(await count(harness, id, undefined, 3)).to.deep.equal({ count: 3, last: names[2] });
      expect(await count(harness, id, names[2], 3)).to.deep.equal({ count: 2, last: names[4] });
      expect(await count(harness, id, names[4], 3)).to.deep.equal({ count: 0, last: undefined });
    },
  },
  {
    title: 'chunks are removed slice by slice, within their repository only, and packs stay verified',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const { pack, names } = await addPack(harness, id, 5);
      const other = await addPack(harness, otherId, 2);
      const remove = () => commit(harness, ({ chunkIndex }) => chunkIndex.removeChunks(id, 3));
      expect(await remove()).to.equal(true);
      expect((await findChunks(harness, id, names)).size).to.equal(2);
      expect(await remove()).to.equal(false);
      expect(await remove()).to.equal(false);
      expect(await findChunks(harness, id, names)).to.deep.equal(new Map());
      expect((await findChunks(harness, otherId, other.names)).size).to.equal(2);
      expect(await ask(harness, ({ tree }) => tree.findVerifiedPacks(id, [pack]))).to.deep.equal(new Set([pack]));
    },
  },
  {
    title: 'an index goes with its repository, hooks and all, and belongs to one that is there',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const hooks = hooksTo(aMapName(), newNames(3));
      const names = hooks.map(({ name }) => name);
      for (const repositoryId of [id, otherId]) {
        await addHooks(harness, repositoryId, hooks);
        await makeSparse(harness, repositoryId);
      }
      await removeRepository(harness, id);
      expect(await findHooks(harness, id, names)).to.deep.equal(new Map());
      expect(await isSparse(harness, id)).to.equal(false);
      expect(await findHooks(harness, otherId, names)).to.deep.equal(byName(hooks));
      const outcomes = await Promise.allSettled([addHooks(harness, id, hooks), makeSparse(harness, id)]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    },
  },
];
