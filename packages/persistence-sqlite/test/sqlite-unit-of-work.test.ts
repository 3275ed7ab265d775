import { join } from 'node:path';
import { type Journal, runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import type { Schema } from '@svc/persistence-sql';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { readJournal } from '../../persistence-sql/test/rigs/read-journal.js';
import { writeMigratedFile } from './rigs/migrated-file.js';
import { makeTemporaryFolder } from './temporary-folder.js';

/** What is in the file, seen from outside. */
const journalOf = async (path: string): Promise<Journal> => {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new Database(path, { readonly: true }) }) });
  try {
    return await readJournal(db);
  } finally {
    await db.destroy();
  }
};

const makeHarness = async (): Promise<UnitOfWorkHarness> => {
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, 'svc.db');
  await writeMigratedFile(path);
  const { unitOfWork, close } = await openSqliteDatabase({ path });
  return {
    unitOfWork,
    journal: () => journalOf(path),
    close: async () => {
      await close();
      await folder.remove();
    },
  };
};

describe('the unit of work on SQLite', () => {
  runCases(describe, it, unitOfWorkCases, makeHarness);
});
