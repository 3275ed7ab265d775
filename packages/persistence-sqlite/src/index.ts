export { openSqliteDatabase, type SqliteDatabase, type SqliteDatabaseOptions } from './open-sqlite-database.js';
export { DatabaseInUseError } from './process-lock.js';
