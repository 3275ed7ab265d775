import type { StoredChunk } from '@svc/core/ports';
import { decodedRoom, isDecodable } from '@svc/core/chunking';
import type { Blake3 } from './blake3/blake3.js';
import type { ChunkCoder } from './chunk-coder.js';

/** Whether a stored chunk decodes to its length, which `out` has, and to its name, if it has one; then its bytes are in `out`. */
const decodeVerified = (coder: ChunkCoder, blake3: Blake3, stored: Omit<StoredChunk, 'rawBytes'>, out: Uint8Array): boolean =>
  coder.decode(stored, out) && (stored.name === undefined || blake3.hex(out) === stored.name);

/** Decodes the chunks one behind the other into `out`, which has the room that `decodedBytes` tells. */
export const decodeInto = (
  coder: ChunkCoder,
  blake3: Blake3,
  chunks: readonly StoredChunk[],
  out: Uint8Array,
): (Uint8Array | undefined)[] => {
  let at = 0;
  return chunks.map((stored) => {
    if (!isDecodable(stored)) return undefined;
    const chunk = out.subarray(at, at + stored.rawBytes);
    at += decodedRoom(stored.rawBytes);
    return decodeVerified(coder, blake3, stored, chunk) ? chunk : undefined;
  });
};
