import { reclaimableBytesOf, type RepositoryId, type StoredObject } from '@svc/core/model';
import type { SqlSource } from './sql-source.js';

const sumOf = (objects: readonly StoredObject[], bytesOf: (object: StoredObject) => number): number =>
  objects.reduce((sum, object) => sum + bytesOf(object), 0);

/** Counts objects into what their repository holds (`sign` 1), or out of it (-1). */
export const countInUsage = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  objects: readonly StoredObject[],
  sign: 1 | -1,
): Promise<void> => {
  const logicalBytes = sumOf(objects, ({ sizeBytes }) => sizeBytes);
  const physicalBytes = sumOf(objects, reclaimableBytesOf);
  await db
    .updateTable('repository_usages')
    .set((expression) => ({
      object_count: expression('object_count', '+', sign * objects.length),
      logical_bytes: expression('logical_bytes', '+', sign * logicalBytes),
      physical_bytes: expression('physical_bytes', '+', sign * physicalBytes),
    }))
    .where('repository_id', '=', repositoryId)
    .execute();
};
