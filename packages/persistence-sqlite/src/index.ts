export { openSqliteDatabase, type SqliteDatabaseOptions, type SqliteDatabase } from './open-sqlite-database.js';
export { DatabaseInUseError } from './process-lock.js';
