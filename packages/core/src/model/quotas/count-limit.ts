import type { QuotaExceeded } from '../app-error.js';

/** The limits of a plan that count things. */
export type CountReason = Extract<
  QuotaExceeded['reason'],
  'max_repositories' | 'max_members' | 'max_tokens' | 'max_storage_connections'
>;

/**
 * Refuses one more thing where `current` of them fill the limit; undefined limits are unlimited. `current` is counted while the organization
 * is held, or two requests could both take the last place.
 */
export const exceedsCount = (reason: CountReason, limit: number | undefined, current: number): QuotaExceeded | undefined =>
  limit !== undefined && current >= limit ? { kind: 'quota_exceeded', reason, limit, current } : undefined;
