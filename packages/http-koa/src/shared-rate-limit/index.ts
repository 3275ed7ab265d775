export type { RateLimit, RateLimiter } from '../koa/rate-limit.js';
export { createSharedRateLimiter, type SharedRateLimiterOptions } from './shared-rate-limiter.js';
export type { PostgresClient, SharedStore } from './window-counter.js';
