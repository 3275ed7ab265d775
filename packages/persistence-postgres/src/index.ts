export { type CopyEnd, MissingDatabaseError } from '@svc/persistence-sql';
export { UnsupportedPoolerError } from './demand-own-sessions.js';
export type { UnavailableReason } from './faults.js';
export { openPostgresDatabase, type PostgresDatabase, type PostgresDatabaseOptions } from './open-postgres-database.js';
export { openRateLimitStore, type RateLimitStore, type RateLimitStoreOptions } from './open-rate-limit-store.js';
export type { ConnectionCounts, PoolOptions } from './pools.js';
export { type DatabaseWarning, UnsupportedEncodingError, UnsupportedServerError } from './server-facts.js';
export { openPostgresCopyEnd, type PostgresCopyEndOptions } from './open-postgres-copy-end.js';
