import type { Unavailable } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { type ChunkName, type MapName, type PackName, packPath, type RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries } from '../../../ports/unit-of-work.js';
import { type MapSource, readMapIfSound } from '../read/read-chunk-map.js';
import { createMapCache, type MapCache } from './map-cache.js';

/** What the database says of chunks. */
export interface IndexedChunks {
  readonly places: ReadonlyMap<ChunkName, ChunkLocation>;
  /** Where the index is sparse: the maps of those of the other names that are hooks. */
  readonly hooks: ReadonlyMap<ChunkName, MapName> | undefined;
}

/** Finds where chunks of a repository lie. What it finds lies there; where the index is sparse, it does not find all that does. */
export interface ChunkFinder {
  /** What the database knows, as one part of a reading. */
  ask(queries: Queries, repositoryId: RepositoryId, names: readonly ChunkName[]): Promise<IndexedChunks>;
  /** What maps know besides. Throws `TreeUnavailable`. */
  complete(
    tree: MapSource,
    repositoryId: RepositoryId,
    names: readonly ChunkName[],
    indexed: IndexedChunks,
  ): Promise<ReadonlyMap<ChunkName, ChunkLocation>>;
}

/** One look-up of 12,000 names in the order of a file has about ten maps; who asks for hooks alone would have thousands read. */
const maxMapsPerLookUp = 16;
const mapsAtOnce = 8;

const none: IndexedChunks = { places: new Map(), hooks: undefined };

const ask = async (
  { tree, chunkIndex }: Queries,
  repositoryId: RepositoryId,
  names: readonly ChunkName[],
): Promise<IndexedChunks> => {
  if (names.length === 0) return none;
  const places = await tree.findChunks(repositoryId, names);
  const others = names.filter((name) => !places.has(name));
  if (others.length === 0 || !(await chunkIndex.isSparse(repositoryId))) return { places, hooks: undefined };
  return { places, hooks: await chunkIndex.findHooks(repositoryId, others) };
};

/** Those first to which most hooks lead. */
const byHits = (hooks: ReadonlyMap<ChunkName, MapName>): readonly MapName[] => {
  const hits = new Map<MapName, number>();
  for (const map of hooks.values()) hits.set(map, (hits.get(map) ?? 0) + 1);
  return [...hits].sort(([, left], [, right]) => right - left).map(([map]) => map);
};

const readHooked = async (
  cache: MapCache,
  tree: MapSource,
  repositoryId: RepositoryId,
  hooks: ReadonlyMap<ChunkName, MapName>,
): Promise<void> => {
  const unread = byHits(hooks).filter((map) => !cache.has(repositoryId, map));
  for (let at = 0; at < Math.min(unread.length, maxMapsPerLookUp); at += mapsAtOnce) {
    const maps = unread.slice(at, Math.min(at + mapsAtOnce, maxMapsPerLookUp));
    const read = await Promise.all(maps.map(async (map) => ({ map, chunks: await readMapIfSound(tree, map) })));
    for (const { map, chunks } of read) if (chunks !== undefined) cache.add(repositoryId, map, chunks);
  }
};

/** Those of the packs in which chunks may be found: verified, and neither in quarantine nor being deleted. */
const findOpen = async (
  { tree, condemned }: Queries,
  repositoryId: RepositoryId,
  packs: readonly PackName[],
): Promise<ReadonlySet<PackName>> => {
  // In this order: one that is deleted between the two is verified no more.
  const marked = await condemned.find(repositoryId, packs.map(packPath));
  const verified = await tree.findVerifiedPacks(repositoryId, packs);
  return new Set([...verified].filter((pack) => (marked.get(packPath(pack))?.state ?? 'seen') === 'seen'));
};

const orThrow = (fault: Unavailable): never => {
  throw new TreeUnavailable(fault);
};

/**
 * A hook leads to a map that an object was verified by, so each place in the map is true of its pack for as long as there is one: both are named by their bytes. That
 * the pack is there, and nobody is removing it, is asked each time. Who looks chunks up goes through a file, so maps that were found are looked through by the next
 * look-ups, too.
 */
export const createChunkFinder = (ports: Pick<Ports, 'unitOfWork'>, cache = createMapCache()): ChunkFinder => ({
  ask,
  complete: async (tree, repositoryId, names, { places, hooks }) => {
    if (hooks === undefined) return places;
    await readHooked(cache, tree, repositoryId, hooks);
    const candidates = cache.find(
      repositoryId,
      names.filter((name) => !places.has(name)),
    );
    const packs = new Set([...candidates.values()].flat().map(({ pack }) => pack));
    if (packs.size === 0) return places;
    const open = (await ports.unitOfWork.read((queries) => findOpen(queries, repositoryId, [...packs]))).match(
      (found) => found,
      orThrow,
    );
    const found = new Map(places);
    for (const [name, inMaps] of candidates) {
      const place = inMaps.find(({ pack }) => open.has(pack));
      if (place !== undefined) found.set(name, place);
    }
    return found;
  },
});
