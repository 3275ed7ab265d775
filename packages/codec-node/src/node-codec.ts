import type { ChunkCodec } from '@svc/core/ports';
import type { Blake3Choice, Blake3Kind } from './blake3/blake3.js';
import { createBlake3 } from './blake3/create-blake3.js';
import { type ChunkCoder, createChunkCoder } from './chunk-coder.js';
import { decodedBytes } from '@svc/core/chunking';
import { decodeInto } from './decode-verified.js';
import { newBytes } from './memory.js';
import { createZstd } from './zstd/create-zstd.js';
import type { ZstdChoice, ZstdKind } from './zstd/zstd.js';

export interface NodeCodecOptions {
  /** Which BLAKE3 to use. The default, `auto`, takes the fastest one that works here. */
  readonly blake3?: Blake3Choice | undefined;
  /** Which Zstandard to use. The default, `auto`, takes the compiled one where it is there and works. */
  readonly zstd?: ZstdChoice | undefined;
}

export interface NodeCodec extends ChunkCodec {
  /** The BLAKE3 that is in use. */
  readonly blake3Kind: Blake3Kind;
  /** The Zstandard that is in use. */
  readonly zstdKind: ZstdKind;
}

/**
 * A chunk codec at the speed of the machine. It works on the thread that calls it. Rejects when the BLAKE3 or the
 * Zstandard that is asked for does not work here.
 */
export const createNodeCodec = async ({ blake3 = 'auto', zstd = 'auto' }: NodeCodecOptions = {}): Promise<NodeCodec> => {
  const [hash, compressor] = await Promise.all([createBlake3(blake3), createZstd(zstd)]);
  let made: ChunkCoder | undefined;
  // It has much memory to prepare, and one who only names chunks needs none.
  const coder = (): ChunkCoder => (made ??= createChunkCoder(compressor));
  return {
    blake3Kind: hash.kind,
    zstdKind: compressor.kind,
    blake3: hash.start,
    blake3Hex: hash.hex,
    encode: (chunk) => {
      const { encoding, bytes } = coder().encode(chunk);
      const copy = newBytes(bytes.byteLength);
      copy.set(bytes);
      return { encoding, bytes: copy };
    },
    decodeAll: async (chunks, memory) => {
      const neededBytes = decodedBytes(chunks);
      const hasRoom = memory !== undefined && memory.byteLength >= neededBytes;
      return decodeInto(coder(), hash, chunks, hasRoom ? memory : newBytes(neededBytes));
    },
  };
};
