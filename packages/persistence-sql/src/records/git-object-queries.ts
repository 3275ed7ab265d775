import type { GitIndexQueries } from '@svc/core/ports';
import { hashToBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { countMissing } from './count-missing.js';
import { gitIdOf, gitObjectOf } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';
import { countUnindexed } from './unindexed-objects.js';
import { wantedIds, wantedNumbers } from './wanted-rows.js';

/** Of trees and blobs, and of the stored objects that blobs point at. */
export const gitObjectQueries = (
  source: SqlSource,
): Pick<
  GitIndexQueries,
  'findObjects' | 'findObjectsByNumber' | 'findObjectIds' | 'loadNodes' | 'countMissingObjects' | 'unindexedObjects' | 'isContent'
> => {
  const { db, dialect, lookUps } = source;
  return {
    findObjects: async (repositoryId, ids) => {
      const rows = await inBatches(
        ids,
        (batch) =>
          db
            .selectFrom(wantedIds(source, batch))
            .crossJoin('git_objects')
            .select(['number', 'id', 'size_bytes', 'lfs_oid', 'lfs_size_bytes', 'content_oid'])
            .where('repository_id', '=', repositoryId)
            .whereRef('id', '=', 'given.wanted')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [gitIdOf(row.id), gitObjectOf(row)]));
    },
    findObjectsByNumber: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) => lookUps.gitObjects(db, [repositoryId, dialect.numbersParameter(batch)]),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [row.number, gitObjectOf(row)]));
    },
    findObjectIds: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) =>
          db
            .selectFrom(wantedNumbers(source, batch))
            .crossJoin('git_objects')
            .select(['git_objects.number', 'id'])
            .where('repository_id', '=', repositoryId)
            .whereRef('git_objects.number', '=', 'given.number')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map(({ number, id }) => [number, gitIdOf(id)]));
    },
    loadNodes: async (repositoryId, pages) => {
      const rows = await lookUps.gitNodes(db, [repositoryId, dialect.numbersParameter(pages)]);
      return new Map(rows.map(({ page, bytes }) => [page, bytes]));
    },
    countMissingObjects: (repositoryId) => countMissing(source, repositoryId),
    unindexedObjects: (repositoryId, after, limit) => countUnindexed(source, repositoryId, after, limit),
    isContent: async (repositoryId, oid) => {
      const row = await db
        .selectFrom('git_objects')
        .select('number')
        .where('repository_id', '=', repositoryId)
        .where('content_oid', '=', hashToBinary(oid))
        .where('content_oid', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
