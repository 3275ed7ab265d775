import type { QuotaExceeded } from '../app-error.js';

/** What counts things: the limits of a plan, and those of every plan. */
export type CountReason = Exclude<QuotaExceeded['reason'], 'max_object_size' | 'storage_quota' | 'max_git_index_bytes'>;

/** Those of a plan. */
export type PlanCountReason = Extract<CountReason, 'max_repositories' | 'max_members' | 'max_tokens' | 'max_storage_connections'>;

/**
 * Refuses `more` things, one when absent, where with `current` of them there would be more than the limit; undefined limits are unlimited. `current` is
 * counted while what they belong to is held, or two requests could both take the last place.
 */
export const exceedsCount = (
  reason: CountReason,
  limit: number | undefined,
  current: number,
  more = 1,
): QuotaExceeded | undefined =>
  limit !== undefined && current + more > limit ? { kind: 'quota_exceeded', reason, limit, current } : undefined;
