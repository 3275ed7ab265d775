import { historyCases, planLimitCases, rightsCases, runCases } from '@svc/conformance';
import { createMemoryBlobStore } from '@svc/core/memory';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase } from '@svc/test-services/postgres';
import { rounds } from '@svc/test-services/rounds';
import { generousTimeouts } from './rigs/generous-timeouts.js';

const steps = rounds({ property: 'a history over PostgreSQL is what a plain model says (steps)', test: 100, proof: 1_000 });
const commands = rounds({ property: 'rights over PostgreSQL are what a plain model says (commands)', test: 500, proof: 200_000 });

describe('the service over PostgreSQL', () => {
  runCases(describe, it, { ...historyCases, ...planLimitCases, ...rightsCases }, async () => {
    const database = await newDatabase();
    const { unitOfWork, close } = await openPostgresDatabase({ url: database.url, ...generousTimeouts });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    return {
      unitOfWork,
      steps,
      commands,
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }),
      close: async () => {
        await close();
        await database.drop();
      },
    };
  });
});
