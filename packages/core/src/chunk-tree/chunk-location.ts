import type { ChunkEncoding } from '../ports/chunk-codec.js';
import type { ChunkName, PackName } from '../values/content-name.js';

/** Where a chunk lies and how it is stored there. All sizes in bytes. */
export interface ChunkLocation {
  readonly name: ChunkName;
  readonly pack: PackName;
  /** Of its first stored byte in the pack file. */
  readonly offset: number;
  readonly storedBytes: number;
  readonly rawBytes: number;
  readonly encoding: ChunkEncoding;
}
