export * from './migrations/migrate.js';
export * from './schema.js';
export * from './sql-dialect.js';
export * from './sql-unit-of-work.js';
