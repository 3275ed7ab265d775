import { invariant } from '../app-error.js';
import type { ManifestMap } from '../packs/index.js';
import type { ChunkLocation } from './chunk-location.js';

/** Walks over all chunks of an object in order, with one chunk map in memory at a time. */
export interface ChunkCursor {
  /** Undefined at the end. */
  readonly current: ChunkLocation | undefined;
  advance(): Promise<void>;
}

export const openChunkCursor = async (
  maps: readonly ManifestMap[],
  load: (map: ManifestMap) => Promise<readonly ChunkLocation[]>,
): Promise<ChunkCursor> => {
  let mapNumber = 0;
  let chunks: readonly ChunkLocation[] = [];
  let chunkNumber = 0;
  const loadWhenUsedUp = async (): Promise<void> => {
    const map = maps[mapNumber];
    if (chunkNumber < chunks.length || map === undefined) return;
    mapNumber += 1;
    chunks = await load(map);
    invariant(chunks.length > 0, 'a chunk map has chunks');
    chunkNumber = 0;
  };
  await loadWhenUsedUp();
  return {
    get current() {
      return chunks[chunkNumber];
    },
    advance: async () => {
      chunkNumber += 1;
      await loadWhenUsedUp();
    },
  };
};
