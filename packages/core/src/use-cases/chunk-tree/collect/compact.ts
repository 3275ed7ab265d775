import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { MapName, PackName } from '../../../model/values/index.js';
import { pauseOf } from '../../../concurrency/pause-of.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { readNamedMap } from '../read/read-chunk-map.js';
import { choosePacks, findWasteful } from './choose-packs.js';
import { type Collection, reclaims } from './collection.js';
import { movedHooks } from './collected-hooks.js';
import { demandClaim } from './tree-work.js';
import { copyChunks } from './copy-chunks.js';
import { repointObjects } from './repoint-objects.js';
import { rewriteMaps } from './rewrite-maps.js';
import type { Survey } from './survey.js';

/** What compaction has come to in a visit. */
export interface Compacted {
  /** Of needed packs, before it. */
  readonly deadBytes: number;
  /** How many were rewritten, so that no object needs them any more. */
  readonly packs: number;
  readonly objects: number;
  /** Whether all is done that is to be done now. */
  readonly isDone: boolean;
}

export const nothingCompacted: Compacted = { deadBytes: 0, packs: 0, objects: 0, isDone: true };

interface LiveChunks {
  readonly chunks: ReadonlyMap<PackName, readonly ChunkLocation[]>;
  /** Those that lead to them. */
  readonly maps: ReadonlySet<MapName>;
}

/** The chunks of the packs that some object needs, each once. */
const findLive = async (
  collection: Collection,
  tree: ChunkTree,
  survey: Survey,
  packs: ReadonlySet<PackName>,
): Promise<LiveChunks> => {
  const pause = pauseOf(collection.ports.clock);
  const found = new Map([...packs].map((pack) => [pack, new Map<number, ChunkLocation>()]));
  const maps = new Set<MapName>();
  for (const map of survey.frozenMaps()) {
    await demandClaim(collection);
    for (const chunk of await readNamedMap(tree, map)) {
      const places = found.get(chunk.pack);
      if (places === undefined) continue;
      places.set(chunk.offset, chunk);
      maps.add(map);
    }
    await pause();
  }
  return { chunks: new Map([...found].map(([pack, places]) => [pack, [...places.values()]])), maps };
};

/**
 * Rewrites packs of which much is dead: copies what is live into new packs, writes the maps anew that led to it, and has each object read by a manifest that names
 * those. It deletes nothing: former packs, maps and manifests are needed by no object then, and are collected like all others; a client that came to need one
 * meanwhile keeps it.
 */
export const compact = async (collection: Collection, tree: ChunkTree, survey: Survey, isSparse: boolean): Promise<Compacted> => {
  const { deadBytes, wasteful } = findWasteful(await survey.countLive());
  const found = { ...nothingCompacted, deadBytes };
  if (!reclaims(collection) || wasteful.length === 0) return found;
  const { packs: former, isLast } = await choosePacks(collection, wasteful);
  if (former.size === 0) return found;
  const live = await findLive(collection, tree, survey, former);
  const copied = await copyChunks(collection, tree, live.chunks);
  if (copied.isErr()) return found;
  const hooks = isSparse ? movedHooks(collection) : undefined;
  const maps = await rewriteMaps(collection, tree, { maps: live.maps, former, copied: copied.value, hooks });
  if (maps.isErr()) return found;
  const { packs } = copied.value;
  const objects = await repointObjects(collection, tree, { former, packs, maps: maps.value });
  return objects.isErr() ? found : { deadBytes, packs: former.size, objects: objects.value, isDone: isLast };
};
