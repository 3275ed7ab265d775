import { runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import type { Schema } from '@svc/persistence-sql';
import { Kysely } from 'kysely';
import { readJournal } from '../../../persistence-sql/test/rigs/read-journal.js';
import { poolDialect } from '../../src/pool-driver.js';
import { openPools, type Pools } from '../../src/pools.js';
import { emptyDatabase } from './empty-database.js';
import { generousTimeouts } from './generous-timeouts.js';

/** An empty database, and what ends it. */
export interface GivenDatabase {
  readonly url: string;
  end(): Promise<void>;
}

/** The whole law of the unit of work, over one database for all cases. */
export const describeUnitOfWork = (title: string, begin: () => Promise<GivenDatabase>): void => {
  describe(title, () => {
    let database: GivenDatabase;
    let opened: PostgresDatabase;
    /** Looks at the database from outside. */
    let outside: Pools;
    before(async () => {
      database = await begin();
      opened = await openPostgresDatabase({ url: database.url, ...generousTimeouts });
      outside = openPools({ url: database.url, laneWaitMs: 1000 });
    });
    after(async () => {
      await opened.close();
      await outside.close();
      await database.end();
    });

    const makeHarness = async (): Promise<UnitOfWorkHarness> => ({
      unitOfWork: opened.unitOfWork,
      journal: () => readJournal(new Kysely<Schema>({ dialect: poolDialect({ pool: outside.open }) })),
      admitOther: async () => {
        // The pool keeps the connection.
        const client = await outside.open.connect();
        client.release();
      },
      close: async () => {
        const client = await outside.open.connect();
        await emptyDatabase(client);
        client.release();
      },
    });

    runCases(describe, it, unitOfWorkCases, makeHarness);
  });
};
