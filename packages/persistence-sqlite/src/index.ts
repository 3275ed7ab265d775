export {
  copyDatabase,
  type CopyEnd,
  DatabaseBusyError,
  DatabaseNotEmptyError,
  demandEmpty,
  MissingDatabaseError,
  OlderSchemaError,
} from '@svc/persistence-sql';
export type { UnavailableReason } from './classify-error.js';
export { openSqliteDatabase, type SqliteDatabase, type SqliteDatabaseOptions } from './open-sqlite-database.js';
export { claimDatabase, DatabaseInUseError } from './process-lock.js';
export { realPathOf } from './real-path-of.js';
export { openSqliteCopyEnd, type SqliteCopyEndOptions } from './open-sqlite-copy-end.js';
export { type BackupDatabase, openBackupDatabase } from './open-backup-database.js';
export { snapshotSqlite } from './snapshot-sqlite.js';
export type { BackupBlob, BlobDigest, ChangingFile, FoundContent } from '@svc/persistence-sql';
