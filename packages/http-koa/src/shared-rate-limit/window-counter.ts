import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { RateLimit } from '../koa/rate-limit.js';

/** A pool or a client of `pg`, or whatever answers a statement as they do. */
export interface PostgresClient {
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** Where processes count together. The caller makes the client, and closes it. */
export type SharedStore =
  /** A table `key text primary key, points integer not null, expire bigint` that is there. Its old rows are removed from time to time. */
  | { readonly kind: 'postgres'; readonly client: PostgresClient; readonly table: string }
  /** A client of ioredis. */
  | { readonly kind: 'ioredis'; readonly client: object }
  /** A client of redis (node-redis) 4 or later. */
  | { readonly kind: 'node-redis'; readonly client: object };

/** Requests that pass in each window. */
export interface Window {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * The limit as windows of whole seconds, as short as the burst allows, in which as many pass as the rate gives: 30 a second with bursts of 60 is 60 in
 * two seconds. A burst that is no multiple of the rate is rounded up to one.
 */
export const windowOf = ({ perSecond, burst }: RateLimit): Window => {
  const seconds = Math.max(1, Math.ceil(burst / perSecond));
  return { requests: perSecond * seconds, seconds };
};

export interface WindowCounter {
  /** 0 when the request fits into the key's window, else the milliseconds until that ends. Rejects when the store does not count. */
  count(key: string): Promise<number>;
}

const limiterOf = (store: SharedStore, { requests, seconds }: Window): RateLimiterStoreAbstract => {
  const shared = {
    storeClient: store.client,
    keyPrefix: 'caller',
    points: requests,
    duration: seconds,
    // A caller that has used its window up is refused by each process from memory, without a word to the store.
    inMemoryBlockOnConsumed: requests,
  };
  switch (store.kind) {
    case 'postgres':
      return new RateLimiterPostgres({ ...shared, storeType: 'pool', tableName: store.table, tableCreated: true });
    case 'ioredis':
      return new RateLimiterRedis({ ...shared, rejectIfRedisNotReady: true });
    case 'node-redis':
      return new RateLimiterRedis({ ...shared, rejectIfRedisNotReady: true, useRedisPackage: true });
  }
};

/** A clock that is ahead of another by no more than this does no harm. */
const toleratedSkewMs = 1000;

export const createWindowCounter = (store: SharedStore, window: Window): WindowCounter => {
  const limiter = limiterOf(store, window);
  return {
    count: async (key) => {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        if (refused.msBeforeNext > window.seconds * 1000 + toleratedSkewMs) {
          throw new Error('the clocks of the processes that share the rate limit differ by more than a second', {
            cause: refused,
          });
        }
        return Math.max(1, refused.msBeforeNext);
      }
    },
  };
};
