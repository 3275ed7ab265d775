import { setTimeout as passTime } from 'node:timers/promises';
import type { Caller } from '@svc/core';
import { type RateLimited, SECOND_MS } from '@svc/core/model';
import type { RateLimiter } from './rate-limit.js';

/** Clients of Git LFS wait half a minute for an answer. */
const mostSeconds = 10;
/** A connection each. */
const mostWaiting = 200;

/**
 * Counts a request like the limiter, and has one that is too many wait until it passes. It is refused all the same after ten seconds, when as many others
 * wait as may, or when its client has left.
 */
export type AwaitTurn = (caller: Caller, clientSignal: () => AbortSignal) => Promise<RateLimited | undefined>;

export interface AwaitTurnOptions {
  readonly limiter: Pick<RateLimiter, 'countCaller'>;
  /** Real time when absent. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

export const createAwaitTurn = ({ limiter, pause = passTime }: AwaitTurnOptions): AwaitTurn => {
  let waiting = 0;

  const repeat = async (caller: Caller, signal: AbortSignal, first: RateLimited): Promise<RateLimited | undefined> => {
    let limited: RateLimited | undefined = first;
    let secondsLeft = mostSeconds;
    while (limited !== undefined && limited.retryAfterSeconds <= secondsLeft) {
      secondsLeft -= limited.retryAfterSeconds;
      await pause(limited.retryAfterSeconds * SECOND_MS);
      // It would take the turn of another one.
      if (signal.aborted) return limited;
      limited = await limiter.countCaller(caller);
    }
    return limited;
  };

  return async (caller, clientSignal) => {
    const limited = await limiter.countCaller(caller);
    if (limited === undefined || waiting === mostWaiting) return limited;
    waiting += 1;
    try {
      return await repeat(caller, clientSignal(), limited);
    } finally {
      waiting -= 1;
    }
  };
};
