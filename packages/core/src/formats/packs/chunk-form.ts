import type { ChunkEncoding } from '../../model/chunk-tree/chunk-location.js';
import { maxChunkBytes } from '../chunking/profile.js';
import type { ChunkProblem } from './format-error.js';

/** The number that formats write for an encoding, read back; undefined for a number that is none. */
export const chunkEncodingOf = (number: number | undefined): ChunkEncoding | undefined =>
  number === 0 || number === 1 || number === 2 || number === 4 || number === 8 ? number : undefined;

/** Why no chunk can be stored like this, or undefined when one can; its bytes are not looked at. */
export const chunkProblemOf = (
  storedBytes: number,
  rawBytes: number,
  encoding: ChunkEncoding | undefined,
): ChunkProblem | undefined => {
  if (rawBytes < 1 || rawBytes > maxChunkBytes) return 'wrong_raw_length';
  if (storedBytes < 1 || storedBytes > rawBytes) return 'wrong_stored_length';
  if (encoding === undefined) return 'unknown_encoding';
  return encoding === 0 && storedBytes !== rawBytes ? 'wrong_stored_length' : undefined;
};
