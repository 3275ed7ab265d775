import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type PackName, packPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { type OpenPack, openPack } from './open-pack.js';

/** The indexes of the packs that were used last. */
export interface PackIndexes {
  /** Reads the index of the pack, unless it has been read not long ago. */
  open(pack: PackName): Promise<OpenPack>;
  /** Demands that the packs have these chunks exactly where they are said to be. Throws a fault otherwise, also when a pack is not there. */
  demand(chunks: readonly ChunkLocation[]): Promise<void>;
}

/** About 5 MB of memory; a pack has at most 65,536. */
const maxKeptEntries = 100_000;

const groupByPack = (chunks: readonly ChunkLocation[]): ReadonlyMap<PackName, readonly ChunkLocation[]> => {
  const byPack = new Map<PackName, ChunkLocation[]>();
  for (const chunk of chunks) {
    const group = byPack.get(chunk.pack);
    if (group === undefined) byPack.set(chunk.pack, [chunk]);
    else group.push(chunk);
  }
  return byPack;
};

export const createPackIndexes = (tree: ChunkTree): PackIndexes => {
  const kept = new Map<PackName, OpenPack>();
  let entries = 0;
  const open = async (name: PackName): Promise<OpenPack> => {
    const pack = kept.get(name) ?? (await openPack(tree, name));
    if (!kept.delete(name)) entries += pack.index.length;
    kept.set(name, pack);
    for (const [oldest, { index }] of kept) {
      if (entries <= maxKeptEntries || oldest === name) break;
      kept.delete(oldest);
      entries -= index.length;
    }
    return pack;
  };
  return {
    open,
    demand: async (chunks) => {
      for (const [pack, located] of groupByPack(chunks)) {
        const { index } = await open(pack);
        const wrong = located.find((chunk) => !index.holds(chunk));
        if (wrong === undefined) continue;
        throw new TreeFault(treeKey(tree.namespace, packPath(pack)), 'manifest_invalid', 'chunk_not_there', wrong.name);
      }
    },
  };
};
