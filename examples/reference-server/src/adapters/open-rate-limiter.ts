import type { RateLimiter } from '@svc/http-koa';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';

export interface OpenRateLimiter {
  /** Undefined: the handler counts by itself, in this process alone. */
  readonly rateLimiter: RateLimiter | undefined;
  close(): Promise<void>;
}

/** What counts requests for all processes together, when the settings say so; it is not even loaded otherwise. */
export const openRateLimiter = async (
  { database, rateLimit }: Pick<Config, 'database' | 'rateLimit'>,
  log: Pick<Logger, 'warn'>,
): Promise<OpenRateLimiter> => {
  if (rateLimit.store === 'memory' || database.kind !== 'postgres') {
    return { rateLimiter: undefined, close: () => Promise.resolve() };
  }
  const { createSharedRateLimiter } = await import('@svc/http-koa/shared-rate-limit');
  const { openRateLimitStore } = await import('@svc/persistence-postgres');
  const store = openRateLimitStore({ url: database.url });
  const onStoreFault = (fault: unknown): void => log.warn({ err: fault }, 'rate limited by each process for itself');
  return { rateLimiter: createSharedRateLimiter({ limit: rateLimit, store, onStoreFault }), close: () => store.close() };
};
