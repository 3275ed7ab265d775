import type { Caller, RateLimited } from '@svc/core';
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

export interface RateLimiter {
  /** Counts a request with a valid credential; the error when it is one too many. */
  countCaller(caller: Caller): RateLimited | undefined;
  /** Counts a request without one against its address. */
  countAddress(address: string): RateLimited | undefined;
}

const unlimited: RateLimiter = { countCaller: () => undefined, countAddress: () => undefined };

const refusal = (waitMs: number): RateLimited | undefined =>
  waitMs === 0 ? undefined : { kind: 'rate_limited', reason: 'request_rate', retryAfterSeconds: Math.ceil(waitMs / 1000) };

// All sessions of a user share one bucket: they can be made at will.
const keyOf = ({ credential, userId }: Caller): string => (credential.kind === 'token' ? credential.tokenId : userId);

/** Both kinds of buckets. Only verified tokens get one, so that made-up ones cannot push others out of memory. */
export const createRateLimiter = (limit: RateLimit | undefined, now: () => number): RateLimiter => {
  if (limit === undefined) return unlimited;
  const { perSecond, burst } = limit;
  const callers = createTokenBuckets({ perSecond, burst, maxBuckets, now });
  const addresses = createTokenBuckets({ perSecond: perSecond * addressFactor, burst: burst * addressFactor, maxBuckets, now });
  return {
    countCaller: (caller) => refusal(callers.take(keyOf(caller))),
    countAddress: (address) => refusal(addresses.take(addressBlock(address))),
  };
};
