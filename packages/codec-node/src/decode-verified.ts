import type { StoredChunk } from '@svc/core';
import { maxChunkBytes } from '@svc/core/chunking';
import type { Blake3 } from './blake3/blake3.js';
import type { ChunkCoder } from './chunk-coder.js';

/** Whether the format has chunks of this length. Memory for one is made only when it has. */
export const isChunkLength = (bytes: number): boolean => Number.isInteger(bytes) && bytes >= 0 && bytes <= maxChunkBytes;

/** Whether a stored chunk decodes to its length, which `out` has, and to its name, if it has one; then its bytes are in `out`. */
export const decodeVerified = (
  coder: ChunkCoder,
  blake3: Blake3,
  stored: Omit<StoredChunk, 'rawBytes'>,
  out: Uint8Array,
): boolean => coder.decode(stored, out) && (stored.name === undefined || blake3.hex(out) === stored.name);
