import type { Settings } from '@svc/core';
import { createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import type { BlobStore, UnitOfWork } from '@svc/core/ports';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

interface Storage {
  readonly unitOfWork: UnitOfWork;
  readonly blobs: BlobStore;
  readonly close: () => Promise<void>;
}

export type OpenStorage = (settings: Settings) => Promise<Storage>;

/** Records in SQLite and bytes in files. One process at a time. */
export const inFolder =
  (folder: string): OpenStorage =>
  async (settings) => {
    mkdirSync(folder, { recursive: true });
    const database = await openSqliteDatabase({ path: join(folder, 'svc.db') });
    const blobs = await createFsBlobStore({ root: join(folder, 'blobs'), ...settings });
    return { unitOfWork: database.unitOfWork, blobs, close: () => database.close() };
  };

/** Everything is gone when the process ends. */
export const inMemory: OpenStorage = (settings) =>
  Promise.resolve({
    unitOfWork: createMemoryUnitOfWork(),
    blobs: createMemoryBlobStore(settings),
    close: () => Promise.resolve(),
  });
