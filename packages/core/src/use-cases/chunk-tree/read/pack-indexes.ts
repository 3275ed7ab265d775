import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type ChunkName, type PackName, packPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { openPack } from './open-pack.js';

type PackIndex = ReadonlyMap<ChunkName, ChunkLocation>;

/** About 25 MB of memory; a pack has at most 65,536. */
const maxKeptEntries = 100_000;

/** Keeps the indexes of the packs that were used last. */
const packIndexes = (tree: ChunkTree): ((pack: PackName) => Promise<PackIndex>) => {
  const kept = new Map<PackName, PackIndex>();
  let entries = 0;
  return async (pack) => {
    const index = kept.get(pack) ?? new Map((await openPack(tree, pack)).chunks.map((chunk) => [chunk.name, chunk]));
    if (!kept.delete(pack)) entries += index.size;
    kept.set(pack, index);
    for (const [oldest, { size }] of kept) {
      if (entries <= maxKeptEntries || oldest === pack) break;
      kept.delete(oldest);
      entries -= size;
    }
    return index;
  };
};

const groupByPack = (chunks: readonly ChunkLocation[]): ReadonlyMap<PackName, readonly ChunkLocation[]> => {
  const byPack = new Map<PackName, ChunkLocation[]>();
  for (const chunk of chunks) {
    const group = byPack.get(chunk.pack);
    if (group === undefined) byPack.set(chunk.pack, [chunk]);
    else group.push(chunk);
  }
  return byPack;
};

const isSame = (left: ChunkLocation, right: ChunkLocation): boolean =>
  left.offset === right.offset &&
  left.storedBytes === right.storedBytes &&
  left.rawBytes === right.rawBytes &&
  left.encoding === right.encoding;

/** Demands that the packs have these chunks exactly where they are said to be. Throws a fault otherwise, also when a pack is not there. */
export const createIndexCheck = (tree: ChunkTree): ((chunks: readonly ChunkLocation[]) => Promise<void>) => {
  const indexOf = packIndexes(tree);
  return async (chunks) => {
    for (const [pack, located] of groupByPack(chunks)) {
      const index = await indexOf(pack);
      const wrong = located.find((chunk) => {
        const entry = index.get(chunk.name);
        return entry === undefined || !isSame(entry, chunk);
      });
      if (wrong === undefined) continue;
      throw new TreeFault(treeKey(tree.namespace, packPath(pack)), 'manifest_invalid', `chunk ${wrong.name} does not lie there`);
    }
  };
};
