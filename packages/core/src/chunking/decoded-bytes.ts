import type { StoredChunk } from '../ports/chunk-codec.js';
import { maxChunkBytes } from './profile.js';

/** Raw chunks that are decoded into one memory begin at multiples of this, at which memory is copied fastest. */
const wordBytes = 8;

/** Where the next chunk begins behind one that begins at a word. A length that no chunk has takes no room. */
export const decodedRoom = (rawBytes: number): number =>
  Number.isInteger(rawBytes) && rawBytes >= 0 && rawBytes <= maxChunkBytes ? Math.ceil(rawBytes / wordBytes) * wordBytes : 0;

/** How much memory `decodeAll` needs for the chunks. */
export const decodedBytes = (chunks: readonly Pick<StoredChunk, 'rawBytes'>[]): number =>
  chunks.reduce((sum, { rawBytes }) => sum + decodedRoom(rawBytes), 0);
