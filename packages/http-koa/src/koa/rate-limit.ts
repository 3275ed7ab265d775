import { performance } from 'node:perf_hooks';
import type { Caller } from '@svc/core';
import type { RateLimited } from '@svc/core/model';
import { addressBlock } from './address.js';
import { createTokenBuckets } from './token-buckets.js';

/** Spec 8: 30 requests a second, bursts of 60, for each token. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Requests without a valid credential share a bucket with all others of their address, so it is larger. */
const addressFactor = 10;
/** Two such maps take some 20 MB each when they are full. */
const maxBuckets = 100_000;

/** The error when a request is one too many. */
type Counted = RateLimited | undefined;

/** A limiter that has its answer at once gives it at once: every request passes here. It never rejects; in doubt it lets pass. */
export interface RateLimiter {
  /** Counts a request with a valid credential. */
  countCaller(caller: Caller): Counted | Promise<Counted>;
  /** Counts a request without one against its address. */
  countAddress(address: string): Counted | Promise<Counted>;
}

/** One process's own buckets, which always have their answer at once. */
export interface LocalRateLimiter extends RateLimiter {
  countCaller(caller: Caller): Counted;
  countAddress(address: string): Counted;
}

const unlimited: LocalRateLimiter = { countCaller: () => undefined, countAddress: () => undefined };

/** Whole milliseconds of the machine's clock that never goes back. */
export const monotonicMs = (): number => Math.floor(performance.now());

/** `waitMs`: until a request would pass; 0 when it has. */
export const refusal = (waitMs: number): Counted =>
  waitMs === 0 ? undefined : { kind: 'rate_limited', reason: 'request_rate', retryAfterSeconds: Math.ceil(waitMs / 1000) };

/** What a caller's requests are counted by. All sessions of a user count together: they can be made at will. */
export const callerKey = ({ credential, userId }: Caller): string => (credential.kind === 'token' ? credential.tokenId : userId);

const checkLimit = ({ perSecond, burst }: RateLimit): void => {
  if (!Number.isFinite(perSecond) || perSecond <= 0) throw new RangeError(`not a rate of requests: ${perSecond} a second`);
  if (!Number.isFinite(burst) || burst < 1) throw new RangeError(`not a burst of requests: ${burst}`);
};

/**
 * Both kinds of buckets. Only verified tokens get one, so that made-up ones cannot push others out of memory. Throws on a limit that would let each
 * request pass, or none.
 */
export const createRateLimiter = (limit: RateLimit | undefined, now: () => number): LocalRateLimiter => {
  if (limit === undefined) return unlimited;
  checkLimit(limit);
  const { perSecond, burst } = limit;
  const callers = createTokenBuckets({ perSecond, burst, maxBuckets, now });
  const addresses = createTokenBuckets({ perSecond: perSecond * addressFactor, burst: burst * addressFactor, maxBuckets, now });
  return {
    countCaller: (caller) => refusal(callers.take(callerKey(caller))),
    countAddress: (address) => refusal(addresses.take(addressBlock(address))),
  };
};
