export { openSqliteDatabase, type SqliteDatabaseOptions, type SqliteUnitOfWork } from './open-sqlite-database.js';
export { DatabaseInUseError } from './process-lock.js';
