export * from './counted-random.js';
export * from './faulty-blob-store.js';
export * from './fixed-clock.js';
export * from './memory-blob-store.js';
export * from './memory-buckets.js';
export * from './memory-secret-box.js';
export * from './memory-unit-of-work.js';
export type * from './transaction-context.js';
