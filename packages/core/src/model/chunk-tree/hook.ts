import type { ChunkName, MapName } from '../values/index.js';

/** A chunk by whose name a chunk map is found that has it. The places in the map were verified when an object was. */
export interface Hook {
  readonly name: ChunkName;
  readonly map: MapName;
}

/** From so many chunks on the index of a repository is sparse, when nothing else is set. */
export const defaultSparseIndexChunks = 10_000_000;
