import type { ObjectQueries, ObjectRecords, ObjectSort, PageRequest, RepositoryId, StoredObject } from '@svc/core';
import type { Selectable } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { descendingKey, descendingPosition, hashBound } from '../descending-position.js';
import { inBatches } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { sizesByOid } from '../sizes-by-oid.js';
import type { SqlSource } from './sql-source.js';

type ObjectRow = Omit<Selectable<Schema['objects']>, 'repository_id'>;

const objectOf = (row: ObjectRow): StoredObject => ({
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  physicalBytes: row.physical_bytes,
  uploadedBy: row.uploaded_by,
  createdAt: row.created_at,
});

const sortColumn = { recent: 'created_at', size: 'size_bytes' } as const;

const cursorOf: Readonly<Record<ObjectSort, (object: StoredObject) => string>> = {
  recent: ({ createdAt, oid }) => descendingKey(createdAt, oid),
  size: ({ sizeBytes, oid }) => descendingKey(sizeBytes, oid),
};

const listAfter = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  sort: ObjectSort,
  { cursor, limit }: PageRequest,
): Promise<readonly ObjectRow[]> => {
  const column = sortColumn[sort];
  const ofRepository = db
    .selectFrom('objects')
    .select(['oid', 'size_bytes', 'physical_bytes', 'uploaded_by', 'created_at'])
    .where('repository_id', '=', repositoryId);
  const ordered = ofRepository.orderBy(column, 'desc').orderBy('oid');
  if (cursor === undefined) return ordered.limit(limit + 1).execute();
  const { value, tie } = descendingPosition(cursor);
  // All objects of one upload have one time, so the ties of a page may be many: they are a range of the index of their own.
  const ties = await ofRepository
    .where(column, '=', value)
    .where('oid', '>=', hashBound(tie))
    .orderBy('oid')
    .limit(limit + 1)
    .execute();
  if (ties.length > limit) return ties;
  const below = await ordered
    .where(column, '<', value)
    .limit(limit + 1 - ties.length)
    .execute();
  return [...ties, ...below];
};

export const objectQueries = (source: SqlSource): ObjectQueries => ({
  findSizes: async (repositoryId, oids) => {
    const { db, dialect, lookUps } = source;
    return sizesByOid(oids, await lookUps.sizesInRepository(db, [repositoryId, dialect.oidsParameter(oids)]));
  },
  list: async (repositoryId, sort, page) =>
    pageOf(await listAfter(source, repositoryId, sort, page), page, objectOf, cursorOf[sort]),
});

const sumOf = (objects: readonly StoredObject[], part: 'sizeBytes' | 'physicalBytes'): number =>
  objects.reduce((sum, object) => sum + object[part], 0);

export const objectRecords = (source: SqlSource): ObjectRecords => ({
  ...objectQueries(source),
  add: async (repositoryId, objects) => {
    const rows = objects.map((object) => ({
      repository_id: repositoryId,
      oid: hashToBinary(object.oid),
      size_bytes: object.sizeBytes,
      physical_bytes: object.physicalBytes,
      uploaded_by: object.uploadedBy,
      created_at: object.createdAt,
    }));
    const added = (
      await inBatches(rows, (batch) =>
        source.db
          .insertInto('objects')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['repository_id', 'oid']).doNothing())
          .returning(['oid', 'size_bytes', 'physical_bytes', 'uploaded_by', 'created_at'])
          .execute(),
      )
    ).map(objectOf);
    await source.db
      .updateTable('repository_usages')
      .set((expression) => ({
        object_count: expression('object_count', '+', added.length),
        logical_bytes: expression('logical_bytes', '+', sumOf(added, 'sizeBytes')),
        physical_bytes: expression('physical_bytes', '+', sumOf(added, 'physicalBytes')),
      }))
      .where('repository_id', '=', repositoryId)
      .execute();
    return added;
  },
});
