import { MINUTE_MS, SECOND_MS, type Instant } from '@svc/core/model';

/** The Date of an answer is up to a second old, and as old as its way was long. What differs by less is taken for the same time. */
const leastMs = MINUTE_MS;
/** The Date of an answer that took longer says little about now. */
const quickMs = 10 * SECOND_MS;

/** Called with how many seconds the bucket's clock is ahead of ours, less than 0 for behind: once when that changes, and with 0 when they agree again. */
export type OnClocksDiffer = (aheadSeconds: number) => void;

/** What time it is for the bucket, which judges by its own clock how long a signed URL holds. */
export interface BucketClock {
  /** Our time. */
  now(): Instant;
  /** The bucket's time, by which it dates what it stores, as far as is known. */
  bucketNow(): Instant;
  /** By how much the bucket's clock is ahead of ours, in milliseconds; 0 as long as nothing else is known. */
  aheadMs(): number;
  /** Takes in by how much an answer's Date was ahead of the machine's clock, 0 for one without, and how long it was waited for. */
  hear(offsetMs: number, tookMs: number): void;
}

/** The years that a signature has four digits for. */
const lastMs = Date.UTC(9999, 11, 31);

/**
 * The SDK signs by whatever time a server tells, in an answer's Date or in an error, which may be anything. One near the end of all times would leave none to sign
 * with a moment later, and so nothing would ever be asked again: what no year can be is not heard.
 */
export const keepTimeInBounds = (config: { systemClockOffset: number }): void => {
  let offsetMs = config.systemClockOffset;
  Object.defineProperty(config, 'systemClockOffset', {
    enumerable: true,
    configurable: true,
    get: () => offsetMs,
    set: (toldMs: number) => {
      const there = Date.now() + toldMs;
      if (there >= 0 && there <= lastMs) offsetMs = toldMs;
    },
  });
};

export const createBucketClock = (now: () => Instant, onClocksDiffer?: OnClocksDiffer): BucketClock => {
  let knownMs = 0;
  return {
    now,
    bucketNow: () => now() + knownMs,
    aheadMs: () => knownMs,
    hear: (offsetMs, tookMs) => {
      if (offsetMs === 0 || tookMs > quickMs) return;
      // Ours may be the database's.
      const aheadMs = Date.now() + offsetMs - now();
      if (Math.abs(aheadMs - knownMs) < leastMs) return;
      knownMs = Math.abs(aheadMs) < leastMs ? 0 : aheadMs;
      onClocksDiffer?.(Math.round(knownMs / SECOND_MS));
    },
  };
};
