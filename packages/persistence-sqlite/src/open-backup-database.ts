import {
  addBackupContents,
  type BackupBlob,
  backupBlobs,
  type BackupSchema,
  type FoundContent,
  noteContents,
  settleContents,
} from '@svc/persistence-sql';
import { Kysely } from 'kysely';
import { ImmediateSqliteDialect } from './immediate-dialect.js';
import { openConnection } from './open-connection.js';

/** The snapshot of a database that a back-up has, in a file of its own that nobody else uses. */
export interface BackupDatabase {
  /** Every blob that the snapshot knows of, a few hundred at a time. */
  blobs(): AsyncIterable<readonly BackupBlob[]>;
  /** Notes what was found of files that may change, of some hundreds at a time and of each once. */
  noteContents(found: readonly FoundContent[]): Promise<void>;
  /** Brings the books of files that were found in another state than the snapshot has them to what a restored server can settle. */
  settleContents(): Promise<void>;
  close(): void;
}

/** Opens a file that has the schema of this version. */
export const openBackupDatabase = async (path: string): Promise<BackupDatabase> => {
  const connection = openConnection(path, { readonly: false });
  const db = new Kysely<BackupSchema>({ dialect: new ImmediateSqliteDialect(connection) });
  await addBackupContents(db);
  return {
    blobs: () => backupBlobs(db),
    noteContents: (found) => noteContents(db, found),
    settleContents: () => settleContents(db),
    close: () => connection.close(),
  };
};
