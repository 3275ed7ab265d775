export * from './direct-queries.js';
export * from './migrations/migrate.js';
export * from './migrations/migration.js';
export * from './migrations/migrations.js';
export * from './schema.js';
export * from './sql-dialect.js';
export * from './sql-unit-of-work.js';
