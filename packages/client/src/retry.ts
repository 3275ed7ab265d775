import type { Result } from 'neverthrow';
import { type ApiError, isGone, isTransient, ownError } from './api-error.js';
import { err } from 'neverthrow';
import { expectCount } from './expect-options.js';

export interface RetryPolicy {
  /** How often a call is tried while it meets 5xx, and broken connections to a service that has never answered. */
  readonly maxAttempts: number;
  /**
   * How often a call is tried while a service that has answered before is gone, by broken connections or the 502, 503 and 504 of a proxy: one that starts
   * anew is back in some seconds.
   */
  readonly maxDisconnected: number;
  /** How often a call may be told to slow down (429): the service is well, there is only too much of us. */
  readonly maxRateLimited: number;
  /** How often a call may be told that its work goes on (503, `verification_pending`): large objects take that long to be verified. */
  readonly maxPending: number;
  /** The first pause is up to this long, each further one up to twice as long as the one before. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** A service that asks for a longer pause than this is not waited for. */
  readonly maxRetryAfterMs: number;
}

/** Spec 7.2: four attempts. A service that has gone away is waited for, half a minute on average and 52 seconds at most. */
export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 4,
  maxDisconnected: 9,
  maxRateLimited: 60,
  maxPending: 1000,
  baseDelayMs: 250,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 300_000,
};

/** What a caller chooses of it; what is absent or undefined is the default. */
export type RetryOptions = { readonly [Field in keyof RetryPolicy]?: number | undefined };

/** Throws a TypeError for a value that counts nothing: no comparison with it would ever end a call. */
export const retryPolicyOf = ({
  maxAttempts = defaultRetryPolicy.maxAttempts,
  maxDisconnected = defaultRetryPolicy.maxDisconnected,
  maxRateLimited = defaultRetryPolicy.maxRateLimited,
  maxPending = defaultRetryPolicy.maxPending,
  baseDelayMs = defaultRetryPolicy.baseDelayMs,
  maxDelayMs = defaultRetryPolicy.maxDelayMs,
  maxRetryAfterMs = defaultRetryPolicy.maxRetryAfterMs,
}: RetryOptions = {}): RetryPolicy => {
  const policy = { maxAttempts, maxDisconnected, maxRateLimited, maxPending, baseDelayMs, maxDelayMs, maxRetryAfterMs };
  for (const [field, value] of Object.entries(policy)) expectCount(`retry.${field}`, value);
  return policy;
};

/** What passes time and draws lots, for tests that do not wait. */
export interface RetryDependencies {
  /** Resolves after the time, or as soon as the signal has ended it. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** A timer that is given more is over at once. */
const maxTimerMs = 2 ** 31 - 1;

export const ownRetryDependencies: RetryDependencies = {
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, maxTimerMs));
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    }),
  random: Math.random,
};

export const aborted = (): ApiError => ownError('aborted', 'The call was ended.');

/** Full jitter on top of what the service asks for: clients that were refused together do not come back together. */
const pauseMs = (policy: RetryPolicy, random: () => number, failures: number, retryAfterSeconds: number): number => {
  const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (failures - 1));
  return retryAfterSeconds * 1000 + random() * ceilingMs;
};

/** Tries until it succeeds, fails in a way that no retry mends, or has failed too often. `hasAnswered`: whether the service ever has. */
export const retrying = async <T>(
  policy: RetryPolicy,
  { wait, random }: RetryDependencies,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result<T, ApiError>>,
  hasAnswered: () => boolean,
): Promise<Result<T, ApiError>> => {
  let failures = 0;
  let disconnected = 0;
  let rateLimited = 0;
  let pending = 0;
  for (;;) {
    if (signal?.aborted === true) return err(aborted());
    const result = await attempt();
    if (result.isOk() || !isTransient(result.error)) return result;
    if (result.error.status === 429) rateLimited += 1;
    else if (result.error.reason === 'verification_pending') pending += 1;
    else if (isGone(result.error) && hasAnswered()) disconnected += 1;
    else failures += 1;
    if (failures >= policy.maxAttempts || disconnected >= policy.maxDisconnected) return result;
    if (rateLimited > policy.maxRateLimited || pending > policy.maxPending) return result;
    const { retryAfterSeconds = 0 } = result.error;
    if (retryAfterSeconds * 1000 > policy.maxRetryAfterMs) return result;
    // Work that goes on is waited for there, so asking for it again needs no longer and longer pauses.
    await wait(pauseMs(policy, random, Math.max(1, failures + disconnected + rateLimited), retryAfterSeconds), signal);
  }
};
