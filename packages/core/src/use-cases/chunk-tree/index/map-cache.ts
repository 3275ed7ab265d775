import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { ChunkName, MapName, RepositoryId } from '../../../model/values/index.js';

/** The chunk maps that were found by hooks last, of all repositories. */
export interface MapCache {
  has(repositoryId: RepositoryId, map: MapName): boolean;
  add(repositoryId: RepositoryId, map: MapName, chunks: readonly ChunkLocation[]): void;
  /** Where the maps of the repository say that those of the chunks lie that they have, one place for each map. Maps that have some are kept for longest. */
  find(repositoryId: RepositoryId, names: readonly ChunkName[]): ReadonlyMap<ChunkName, readonly ChunkLocation[]>;
}

/** Some 30 MB of memory. */
const maxChunks = 100_000;
/** Each name is looked for in each of them. A client is at two or three maps at a time. */
const maxMapsOfRepository = 24;

type CachedMap = ReadonlyMap<ChunkName, ChunkLocation>;

const placesIn = (map: CachedMap, names: readonly ChunkName[]): readonly ChunkLocation[] =>
  names.flatMap((name) => map.get(name) ?? []);

export const createMapCache = (): MapCache => {
  /** What was used last comes last, in both. */
  const repositories = new Map<RepositoryId, Map<MapName, CachedMap>>();
  let chunkCount = 0;

  const drop = (repositoryId: RepositoryId, maps: Map<MapName, CachedMap>): void => {
    const [oldest] = maps;
    if (oldest === undefined) return;
    maps.delete(oldest[0]);
    chunkCount -= oldest[1].size;
    if (maps.size === 0) repositories.delete(repositoryId);
  };
  const dropOldest = (): void => {
    const [oldest] = repositories;
    if (oldest !== undefined) drop(...oldest);
  };
  const mapsOf = (repositoryId: RepositoryId): Map<MapName, CachedMap> => {
    const maps = repositories.get(repositoryId) ?? new Map<MapName, CachedMap>();
    repositories.delete(repositoryId);
    repositories.set(repositoryId, maps);
    return maps;
  };

  return {
    has: (repositoryId, map) => repositories.get(repositoryId)?.has(map) ?? false,
    add: (repositoryId, map, chunks) => {
      const maps = mapsOf(repositoryId);
      if (maps.has(map)) return;
      const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
      maps.set(map, byName);
      chunkCount += byName.size;
      if (maps.size > maxMapsOfRepository) drop(repositoryId, maps);
      while (chunkCount > maxChunks) dropOldest();
    },
    find: (repositoryId, names) => {
      const found = new Map<ChunkName, ChunkLocation[]>();
      const maps = repositories.get(repositoryId) ?? new Map<MapName, CachedMap>();
      for (const [name, map] of [...maps].reverse()) {
        const places = placesIn(map, names);
        if (places.length === 0) continue;
        for (const place of places) {
          const others = found.get(place.name);
          if (others === undefined) found.set(place.name, [place]);
          else others.push(place);
        }
        maps.delete(name);
        maps.set(name, map);
      }
      return found;
    },
  };
};
