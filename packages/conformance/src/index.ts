export * from './run-cases.js';
export * from './seeded.js';
