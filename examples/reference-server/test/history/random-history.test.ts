import { historyCases, runCases } from '@svc/conformance';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the service over SQLite and the filesystem', () => {
  // Thousands of steps, many of which wait for the disk.

  runCases(describe, it, historyCases, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-history-'));
    const database = await openSqliteDatabase({ path: join(folder, 'svc.db') });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    const blobs = await createFsBlobStore({ root: join(folder, 'blobs'), baseUrl: 'https://svc.test', linkKeys });
    return {
      unitOfWork: database.unitOfWork,
      blobs,
      close: async () => {
        await database.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
});
