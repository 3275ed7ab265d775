import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UnitOfWork } from '@svc/core/ports';
import { createMemoryUnitOfWork, type Journal } from '@svc/core/memory';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { emptyDatabaseAt } from '../../../persistence-postgres/test/rigs/empty-database.js';
import { writeMigratedFile } from '../../../persistence-sqlite/test/rigs/migrated-file.js';

/** An empty database of a test's own. */
export interface OpenDatabase {
  readonly unitOfWork: UnitOfWork;
  /** All that was written down, where the database can show it. */
  readonly journal?: Journal;
  close(): Promise<void>;
}

const inMemory = (): Promise<OpenDatabase> => {
  const unitOfWork = createMemoryUnitOfWork();
  return Promise.resolve({ unitOfWork, journal: unitOfWork.journal, close: () => Promise.resolve() });
};

const onSqlite = async (): Promise<OpenDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-http-'));
  const path = join(folder, 'svc.db');
  await writeMigratedFile(path);
  const { unitOfWork, close } = await openSqliteDatabase({ path });
  return {
    unitOfWork,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
};

const makeTemplate = async (): Promise<TestDatabase> => {
  const database = await newDatabase();
  const { close } = await openPostgresDatabase({ url: database.url, poolSize: 1 });
  await close();
  return database;
};

let template: Promise<TestDatabase> | undefined;

interface KeptDatabase extends PostgresDatabase {
  readonly url: string;
}

const makeCopy = async (): Promise<KeptDatabase> => {
  const { url: copyOf } = await (template ??= makeTemplate());
  const { url } = await newDatabase({ copyOf });
  return { ...(await openPostgresDatabase({ url, poolSize: 4 })), url };
};

/** Open ones that have the schema and nothing else, and that nobody uses. */
const unused: KeptDatabase[] = [];

/** One that was used before, where there is one: its records are gone, and its connections made, in a fraction of the time that a new one takes. */
const onPostgres = async (): Promise<OpenDatabase> => {
  const database = unused.pop() ?? (await makeCopy());
  return {
    unitOfWork: database.unitOfWork,
    close: async () => {
      await emptyDatabaseAt(database.url);
      unused.push(database);
    },
  };
};

// Documents are written with these services too, without Mocha, and open no database of PostgreSQL.
if ('after' in globalThis) {
  after(async () => {
    for (const database of unused.splice(0)) await database.close();
  });
}

/** Every kind of database that the service runs on, by what a title calls it. */
export const eachDatabase = {
  'in memory': inMemory,
  'on SQLite': onSqlite,
  'on PostgreSQL': onPostgres,
} satisfies Record<string, () => Promise<OpenDatabase>>;
