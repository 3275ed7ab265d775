import { join } from 'node:path';
import { type Journal, runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import type { Schema } from '@svc/persistence-sql';
import { openSqliteDatabase, type SqliteDatabase } from '@svc/persistence-sqlite';
import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { readJournal } from '../../persistence-sql/test/rigs/read-journal.js';
import { writeMigratedFile } from './rigs/migrated-file.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { Sqlite } from '../src/driver.js';

/** What is in the file, seen from outside. */
const journalOf = async (path: string): Promise<Journal> => {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new Sqlite(path, { readonly: true }) }) });
  try {
    return await readJournal(db);
  } finally {
    await db.destroy();
  }
};

const tablesOf = (database: Database.Database): readonly string[] =>
  database
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'",
    )
    .all()
    .map(({ name }) => name);

describe('the unit of work on SQLite', () => {
  let folder: TemporaryFolder;
  let opened: SqliteDatabase;
  /** Removes all records, in a fraction of the time that opening another file takes. */
  let outside: Database.Database;
  let clearing: string;
  const path = (): string => join(folder.path, 'svc.db');
  before(async () => {
    folder = await makeTemporaryFolder();
    await writeMigratedFile(path());
    opened = await openSqliteDatabase({ path: path() });
    outside = new Sqlite(path());
    outside.pragma('foreign_keys = off');
    outside.pragma('synchronous = off');
    clearing = `begin; ${tablesOf(outside)
      .map((name) => `delete from "${name}";`)
      .join(' ')} commit`;
  });
  after(async () => {
    outside.close();
    await opened.close();
    await folder.remove();
  });

  const makeHarness = async (): Promise<UnitOfWorkHarness> => ({
    unitOfWork: opened.unitOfWork,
    journal: () => journalOf(path()),
    close: async () => {
      outside.exec(clearing);
    },
  });

  runCases(describe, it, unitOfWorkCases, makeHarness);
});
