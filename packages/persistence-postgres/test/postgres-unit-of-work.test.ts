import { runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import type { Schema } from '@svc/persistence-sql';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { Kysely } from 'kysely';
import { readJournal } from '../../persistence-sql/test/rigs/read-journal.js';
import { poolDialect } from '../src/pool-driver.js';
import { openPools, type Pools } from '../src/pools.js';
import { emptyDatabase } from './rigs/empty-database.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';

describe('the unit of work on PostgreSQL', () => {
  let database: TestDatabase;
  let opened: PostgresDatabase;
  /** Looks at the database from outside. */
  let outside: Pools;
  before(async () => {
    database = await newDatabase();
    opened = await openPostgresDatabase({ url: database.url, ...generousTimeouts });
    outside = openPools({ url: database.url, laneWaitMs: 1000 });
  });
  after(async () => {
    await opened.close();
    await outside.close();
    await database.drop();
  });

  const makeHarness = async (): Promise<UnitOfWorkHarness> => ({
    unitOfWork: opened.unitOfWork,
    journal: () => readJournal(new Kysely<Schema>({ dialect: poolDialect({ pool: outside.open }) })),
    close: async () => {
      const client = await outside.open.connect();
      await emptyDatabase(client);
      client.release();
    },
  });

  runCases(describe, it, unitOfWorkCases, makeHarness);
});
