import type { QuotaExceeded } from '../../model/app-error.js';
import type { Limits } from '../../model/quotas/limits.js';
import type { ByteCount } from '../../model/values/byte-count.js';

/** What a row takes beside what is counted of it, with its places in indexes. */
export const rowBytes = 200;

/** Refuses what would make the index larger than it may be. */
export const exceedsIndexBytes = (limits: Limits, current: ByteCount, more: ByteCount): QuotaExceeded | undefined => {
  const { gitIndexBytesPerRepository: limit } = limits;
  return more > 0 && current + more > limit
    ? { kind: 'quota_exceeded', reason: 'max_git_index_bytes', limit, current }
    : undefined;
};
