import type { QuotaExceeded } from '../app-error.js';
import type { Limits } from './limits.js';
import type { ByteCount } from '../values/byte-count.js';

/** What a row takes beside what is counted of it, with its places in indexes. */
export const rowBytes = 200;

/** What notes count that somebody has written for a tag; nothing where nobody has. */
export const notesBytes = (notes: string | undefined): ByteCount => (notes === undefined ? 0 : rowBytes + notes.length);

/** Refuses what would make the index larger than it may be. */
export const exceedsIndexBytes = (limits: Limits, current: ByteCount, more: ByteCount): QuotaExceeded | undefined => {
  const { gitIndexBytesPerRepository: limit } = limits;
  return more > 0 && current + more > limit
    ? { kind: 'quota_exceeded', reason: 'max_git_index_bytes', limit, current }
    : undefined;
};
