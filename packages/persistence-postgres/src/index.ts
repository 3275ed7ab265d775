export { openPostgresDatabase, type PostgresDatabase, type PostgresDatabaseOptions } from './open-postgres-database.js';
export { type DatabaseWarning, UnsupportedServerError } from './server-facts.js';
