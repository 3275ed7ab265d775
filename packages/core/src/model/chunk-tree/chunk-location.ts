import type { ChunkName, PackName } from '../values/index.js';

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

/**
 * How a chunk is stored. 0: as it is. 1: one zstd frame. 2, 4 or 8: the bytes at the positions 0, 1, ... modulo that number are gathered into as many
 * planes, and each plane is one zstd frame; the frames follow each other.
 */
export type ChunkEncoding = 0 | 1 | 2 | 4 | 8;
