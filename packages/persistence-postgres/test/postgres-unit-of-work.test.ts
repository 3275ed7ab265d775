import { runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import type { Schema } from '@svc/persistence-sql';
import { Kysely } from 'kysely';
import { readJournal } from '../../persistence-sql/test/rigs/read-journal.js';
import { poolDialect } from '../src/pool-driver.js';
import { openPools } from '../src/pools.js';
import { migratedDatabase } from './rigs/migrated-database.js';

const makeHarness = async (): Promise<UnitOfWorkHarness> => {
  const database = await migratedDatabase();
  const { unitOfWork, close } = await openPostgresDatabase({ url: database.url });
  return {
    unitOfWork,
    journal: async () => {
      const pools = openPools({ url: database.url, laneWaitMs: 1000 });
      try {
        return await readJournal(new Kysely<Schema>({ dialect: poolDialect(pools.open) }));
      } finally {
        await pools.close();
      }
    },
    close: async () => {
      await close();
      await database.drop();
    },
  };
};

describe('the unit of work on PostgreSQL', () => {
  runCases(describe, it, unitOfWorkCases, makeHarness);
});
