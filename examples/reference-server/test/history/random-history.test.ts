import { historyCases, rightsCases, runCases } from '@svc/conformance';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { rounds } from '@svc/test-services/rounds';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const steps = rounds({ property: 'a history over SQLite and files is what a plain model says (steps)', test: 100, proof: 1_000 });
const commands = rounds({ property: 'rights over SQLite are what a plain model says (commands)', test: 500, proof: 200_000 });

describe('the service over SQLite and the filesystem', () => {
  runCases(describe, it, { ...historyCases, ...rightsCases }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-history-'));
    const database = await openSqliteDatabase({ path: join(folder, 'svc.db') });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    const blobs = await createFsBlobStore({ root: join(folder, 'blobs'), baseUrl: 'https://svc.test', linkKeys });
    return {
      steps,
      commands,
      unitOfWork: database.unitOfWork,
      blobs,
      close: async () => {
        await database.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
});
