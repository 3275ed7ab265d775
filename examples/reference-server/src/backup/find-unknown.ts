import { type ObjectKey, trusted } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { openBackupDatabase } from '@svc/persistence-sqlite';

/** Everything that the service keeps in its own storage lies below it. */
const everything = trusted<ObjectKey>('repositories');

export interface UnknownBlobs {
  readonly blobs: number;
  readonly bytes: number;
}

/**
 * Counts what lies in the storage and the database of the back-up does not know, as another restore that was killed leaves it. It is called before anything is
 * restored: then only what was there has to be in memory, and mostly that is nothing.
 */
export const findUnknown = async (storage: Pick<BlobStore, 'list'>, databasePath: string): Promise<UnknownBlobs> => {
  const there = new Map<ObjectKey, number>();
  for await (const { key, sizeBytes } of storage.list(everything)) there.set(key, sizeBytes);
  if (there.size > 0) await removeKnown(there, databasePath);
  return { blobs: there.size, bytes: [...there.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0) };
};

const removeKnown = async (there: Map<ObjectKey, number>, databasePath: string): Promise<void> => {
  const database = await openBackupDatabase(databasePath);
  try {
    for await (const slice of database.blobs()) for (const { key } of slice) there.delete(key);
  } finally {
    database.close();
  }
};
