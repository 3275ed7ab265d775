export interface TokenBucketsOptions {
  /** Tokens that a bucket gains each second. */
  readonly perSecond: number;
  /** Tokens that a full bucket holds. */
  readonly burst: number;
  /** How many buckets are kept; beyond that the one that was unused for longest is forgotten, and would be full again. */
  readonly maxBuckets: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

export interface TokenBuckets {
  /** Takes a token out of the key's bucket: 0 when there was one, else the milliseconds until there is. */
  take(key: string): number;
}

/**
 * A token bucket for each key, as the generic cell rate algorithm: one number each, the moment at which the bucket will be full again.
 * It is counted in units of 1 / `perSecond` ms, where a token is 1000 units, so that whole rates and whole milliseconds stay whole numbers
 * and no rounding takes the last token of a burst away.
 */
export const createTokenBuckets = ({ perSecond, burst, maxBuckets, now }: TokenBucketsOptions): TokenBuckets => {
  const token = 1000;
  const capacity = burst * token;
  // A Map keeps its order of insertion, so the first key is the one that was unused for longest.
  const fullAt = new Map<string, number>();

  return {
    take(key) {
      const present = now() * perSecond;
      const next = Math.max(fullAt.get(key) ?? 0, present) + token;
      if (next - present > capacity) return Math.ceil((next - present - capacity) / perSecond);
      fullAt.delete(key);
      fullAt.set(key, next);
      if (fullAt.size > maxBuckets) {
        const [oldest] = fullAt.keys();
        if (oldest !== undefined) fullAt.delete(oldest);
      }
      return 0;
    },
  };
};
