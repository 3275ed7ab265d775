import type { ChunkEncoding } from '../model/chunk-tree/chunk-location.js';
import type { ChunkName } from '../model/values/index.js';
import type { IncrementalHash } from './hasher.js';

export interface EncodedChunk {
  readonly encoding: ChunkEncoding;
  /** Never longer than the raw chunk. */
  readonly bytes: Uint8Array;
}

export interface StoredChunk extends EncodedChunk {
  /** How many bytes the chunk must decode to. */
  readonly rawBytes: number;
  /** When given, the decoded bytes must hash to it. */
  readonly name: ChunkName | undefined;
}

/** Names, encodes and decodes chunks. Implementations agree on every name, and each decodes what any of them has encoded. */
export interface ChunkCodec {
  /** BLAKE3-256 over bytes that come in pieces. */
  blake3(): IncrementalHash;
  /** BLAKE3-256 of bytes that are all there, in hex. */
  blake3Hex(bytes: Uint8Array): string;
  /** The shortest encoding that is found at a reasonable price; raw when nothing is shorter. At least 1 byte, at most `maxChunkBytes`. */
  encode(chunk: Uint8Array): EncodedChunk;
  /**
   * The raw chunks, in order; undefined for one that does not decode to exactly its length and its name. Memory and time are bounded by the lengths
   * that are asked for, whatever the bytes say. May work on other threads; the bytes must not change meanwhile.
   * They come in new memory, or in `memory` if it is given, has the room that `decodedBytes` tells and suits the codec: nobody else may use it until then.
   */
  decodeAll(chunks: readonly StoredChunk[], memory?: Uint8Array): Promise<readonly (Uint8Array | undefined)[]>;
}
