import type { ChunkEncoding } from '../../model/chunk-tree/chunk-location.js';
import type { StoredChunk } from '../../ports/chunk-codec.js';
import { maxChunkBytes } from './profile.js';

/** Raw chunks that are decoded into one memory begin at multiples of this, at which memory is copied fastest. */
const wordBytes = 8;

const encodings: readonly ChunkEncoding[] = [0, 1, 2, 4, 8];

const isChunkLength = (bytes: number): boolean => Number.isInteger(bytes) && bytes >= 0 && bytes <= maxChunkBytes;

/** Whether the format has chunks of this length, stored in this way. Any other decodes to nothing, and memory for it is never made. */
export const isDecodable = ({ encoding, rawBytes }: Pick<StoredChunk, 'encoding' | 'rawBytes'>): boolean =>
  encodings.includes(encoding) && isChunkLength(rawBytes);

/** Where the next chunk begins behind one that begins at a word. A length that no chunk has takes no room. */
export const decodedRoom = (rawBytes: number): number =>
  isChunkLength(rawBytes) ? Math.ceil(rawBytes / wordBytes) * wordBytes : 0;

/** How much memory `decodeAll` needs for the chunks. */
export const decodedBytes = (chunks: readonly Pick<StoredChunk, 'rawBytes'>[]): number =>
  chunks.reduce((sum, { rawBytes }) => sum + decodedRoom(rawBytes), 0);
