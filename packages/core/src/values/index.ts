export * from './brand.js';
export * from './byte-count.js';
export * from './ids.js';
export * from './instant.js';
export * from './object-key.js';
export * from './oid.js';
export * from './page.js';
export * from './slug.js';
