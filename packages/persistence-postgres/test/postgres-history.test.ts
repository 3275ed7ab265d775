import { historyCases, planLimitCases, rightsCases, runCases } from '@svc/conformance';
import { createMemoryBlobStore } from '@svc/core/memory';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { rounds } from '@svc/test-services/rounds';
import { openPools, type Pools } from '../src/pools.js';
import { emptyDatabase } from './rigs/empty-database.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';

const steps = rounds({ property: 'a history over PostgreSQL is what a plain model says (steps)', test: 40, proof: 1_000 });
const commands = rounds({ property: 'rights over PostgreSQL are what a plain model says (commands)', test: 150, proof: 200_000 });

describe('the service over PostgreSQL', () => {
  let database: TestDatabase;
  /** Empties the database after each case: its schema takes longer to make than most histories take to play. */
  let outside: Pools;
  before(async () => {
    database = await newDatabase();
    outside = openPools({ url: database.url, laneWaitMs: 1000 });
  });
  after(async () => {
    await outside.close();
    await database.drop();
  });

  runCases(describe, it, { ...historyCases, ...planLimitCases, ...rightsCases }, async () => {
    const { unitOfWork, close } = await openPostgresDatabase({ url: database.url, ...generousTimeouts });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    return {
      unitOfWork,
      steps,
      commands,
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }),
      close: async () => {
        await close();
        const client = await outside.open.connect();
        await emptyDatabase(client);
        client.release();
      },
    };
  });
});
