import { collectedCases, runCases } from '@svc/conformance';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { rounds } from '@svc/test-services/rounds';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const collected = rounds({
  property: 'a collector over SQLite and files loses nothing that is needed (steps)',
  test: 150,
  proof: 200_000,
});
const races = rounds({ property: 'a race with the collector over SQLite and files loses nothing', test: 10, proof: 1_000 });

describe('the collector of chunk trees over SQLite and the filesystem', () => {
  runCases(describe, it, collectedCases, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-collected-'));
    const database = await openSqliteDatabase({ path: join(folder, 'svc.db') });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    const blobs = await createFsBlobStore({ root: join(folder, 'blobs'), baseUrl: 'https://svc.test', linkKeys });
    return {
      collected,
      races,
      unitOfWork: database.unitOfWork,
      blobs,
      close: async () => {
        await database.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
});
