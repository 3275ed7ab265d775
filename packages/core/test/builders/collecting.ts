import { ok, type Result } from 'neverthrow';
import { createApplication } from '../../src/application.js';
import type { CondemnedFile } from '../../src/model/chunk-tree/condemned-file.js';
import { DAY_MS, HOUR_MS, type ObjectKey, treeKey, type TreePath, trusted } from '../../src/model/values/index.js';
import type { BlobStore } from '../../src/ports/blob-store.js';
import type { Records } from '../../src/ports/unit-of-work.js';
import { type BuiltObject, type BuiltPack, buildObject, sendObject, storedTreeBytes } from './tree.js';
import { bytesOf, createWorld, valueOf, type World, withRepository } from './world.js';

export const graceMs = 3 * DAY_MS;
export const betweenMarksMs = 4 * HOUR_MS;

export const onlyPackOf = ({ packs }: BuiltObject): BuiltPack => {
  const [pack] = packs;
  if (pack === undefined || packs.length > 1) throw new Error('the object has one pack');
  return pack;
};

export const filesOf = ({ packs, maps, manifest }: BuiltObject): readonly TreePath[] => [
  ...packs.map(({ path }) => path),
  ...maps.map(({ path }) => path),
  manifest.path,
];

/** A repository with an object in chunks that is registered, and one that was sent and given up, whose pack is known all the same. */
export const createCollectedWorld = async ({ gcReclaim = true } = {}) => {
  const world = createWorld('business', { gcReclaim });
  const { push, owner } = await withRepository(world);
  const { repositoryId, namespace } = push.repository;
  const change = async <T>(work: (records: Records) => Promise<T>): Promise<T> =>
    valueOf(await world.unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records))));
  const collectBy = async ({ application }: Pick<World, 'application'>) =>
    valueOf(await application.maintenance.collectGarbage());
  const needed = buildObject([bytesOf('needed'), bytesOf('by somebody')]);
  await sendObject(world, push, needed);
  valueOf(await world.application.tree.finalize(push, { objects: [needed] }));
  const givenUp = buildObject([bytesOf('given up'), bytesOf('half way')]);
  await sendObject(world, push, givenUp);
  await change(({ tree }) =>
    tree.addPack(repositoryId, onlyPackOf(givenUp).name, onlyPackOf(givenUp).locations, world.clock.now()),
  );

  return {
    world,
    owner,
    push,
    needed,
    givenUp,
    change,
    collect: () => collectBy(world),
    /** The same service over a store of which some calls do something else. */
    over: (overriding: (blobs: BlobStore) => Partial<BlobStore>, clock = world.clock) => {
      const ports = { ...world.ports, clock, blobs: { ...world.blobs, ...overriding(world.blobs) } };
      const application = createApplication(ports);
      return { application, collect: () => collectBy({ application }) };
    },
    condemned: async (): Promise<ReadonlyMap<TreePath, CondemnedFile['state']>> => {
      const files = valueOf(await world.unitOfWork.read(({ condemned }) => condemned.list(repositoryId, { limit: 1000 })));
      return new Map(files.map(({ path, state }) => [path, state]));
    },
    keyOf: (path: TreePath): ObjectKey => treeKey(namespace, path),
    isStored: async (path: TreePath): Promise<boolean> => (await world.blobs.head(treeKey(namespace, path))).isOk(),
    knownChunks: async (object: BuiltObject): Promise<number> => {
      const names = onlyPackOf(object).locations.map(({ name }) => name);
      return valueOf(await world.application.tree.lookUp(push, { names, sizes: [] })).chunks.size;
    },
    /** A day later, a mark; four hours later the second one. */
    quarantine: async (): Promise<void> => {
      world.clock.advance(DAY_MS);
      await collectBy(world);
      world.clock.advance(betweenMarksMs);
      await collectBy(world);
    },
    /** What the books say of the repository's tree, and what lies in the store. */
    books: async () => {
      const path = trusted<TreePath>('chunks');
      const folders = [path, trusted<TreePath>('assets'), trusted<TreePath>('objects')];
      let files = 0;
      for (const folder of folders) {
        const listed = await world.unitOfWork.read(({ tree }) => tree.listBelow(repositoryId, folder, undefined, 1000));
        files += valueOf(listed).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      }
      const { differences } = valueOf(await world.application.maintenance.reconcileUsage()) ?? { differences: [] };
      return { files, stored: await storedTreeBytes(world, push), differences };
    },
  };
};
export type CollectedWorld = Awaited<ReturnType<typeof createCollectedWorld>>;
