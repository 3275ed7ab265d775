import { planLimitCases, runCases } from '@svc/conformance';
import { createMemoryBlobStore } from '@svc/core/memory';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder.js';

describe('plans over SQLite', () => {
  runCases(describe, it, planLimitCases, async () => {
    const folder = await makeTemporaryFolder();
    const { unitOfWork, close } = await openSqliteDatabase({ path: join(folder.path, 'svc.db') });
    const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
    return {
      unitOfWork,
      blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys }),
      close: async () => {
        await close();
        await folder.remove();
      },
    };
  });
});
