import { nameKeyOf, type ObjectSort, type PageRequest, type RepositoryId, type StoredObject } from '@svc/core/model';
import type { ObjectQueries, ObjectRecords } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { descendingKey, descendingPosition, hashBound } from '../descending-position.js';
import { firstBehind } from '../first-behind.js';
import { sizesByOid, storedByOid } from '../found-by-oid.js';
import { inBatches, lookUpInBatches } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { countInUsage } from './count-in-usage.js';
import { countFolders } from './folder-rows.js';
import { nameObjects, readUnnamed } from './name-objects.js';
import { countArtifacts, lastMade, takeInstants } from './register-artifacts.js';
import type { SqlSource } from './sql-source.js';

export const objectColumns = [
  'oid',
  'size_bytes',
  'physical_bytes',
  'layout',
  'name',
  'artifact_type',
  'uploaded_by',
  'created_at',
] as const;

type ObjectRow = Pick<Selectable<Schema['objects']>, (typeof objectColumns)[number]>;

export const objectOf = (row: ObjectRow): StoredObject => ({
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  physicalBytes: row.physical_bytes,
  layout: row.layout,
  name: row.name ?? undefined,
  type: row.artifact_type,
  uploadedBy: row.uploaded_by,
  createdAt: row.created_at,
});

const sortColumn = { recent: 'created_at', size: 'size_bytes' } as const;

const cursorOf: Readonly<Record<ObjectSort, (object: StoredObject) => string>> = {
  recent: ({ createdAt, oid }) => descendingKey(createdAt, oid),
  size: ({ sizeBytes, oid }) => descendingKey(sizeBytes, oid),
};

const listAfter = async (
  { db, dialect }: SqlSource,
  repositoryId: RepositoryId,
  sort: ObjectSort,
  { cursor, limit }: PageRequest,
): Promise<readonly ObjectRow[]> => {
  const column = sortColumn[sort];
  const ofRepository = db.selectFrom('objects').select(objectColumns).where('repository_id', '=', repositoryId);
  const ordered = ofRepository.orderBy(column, 'desc').orderBy('oid');
  if (cursor === undefined) return ordered.limit(limit + 1).execute();
  const { value, tie } = descendingPosition(cursor);
  return firstBehind(
    limit + 1,
    (most) =>
      ofRepository
        .where((object) => dialect.unlikely(object(column, '=', value)))
        .where('oid', '>=', hashBound(tie))
        .orderBy('oid')
        .limit(most)
        .execute(),
    (most) => ordered.where(column, '<', value).limit(most).execute(),
  );
};

export const objectQueries = (source: SqlSource): ObjectQueries => ({
  findSizes: async (repositoryId, oids) => {
    const { db, dialect, lookUps } = source;
    return lookUpInBatches(oids, async (batch) =>
      sizesByOid(batch, await lookUps.sizesInRepository(db, [repositoryId, dialect.hashesParameter(batch)])),
    );
  },
  findPhysicalSizes: async (repositoryId, oids) => {
    const { db, dialect } = source;
    return lookUpInBatches(oids, async (batch) => {
      const rows = await db
        .selectFrom(dialect.givenRows(dialect.rowsParameter(batch.map((oid) => [oid])), { wanted: 'hash' }).as('given'))
        .crossJoin('objects')
        .select(['oid', 'physical_bytes'])
        .where('repository_id', '=', repositoryId)
        .whereRef('oid', '=', 'given.wanted')
        .execute();
      return new Map(rows.map((row) => [oidFromBinary(row.oid), row.physical_bytes]));
    });
  },
  findStored: async (repositoryId, oids) => {
    const { db, dialect, lookUps } = source;
    return lookUpInBatches(oids, async (batch) =>
      storedByOid(batch, await lookUps.storedInRepository(db, [repositoryId, dialect.hashesParameter(batch)])),
    );
  },
  findUnnamed: async (repositoryId, oids) => new Set((await readUnnamed(source, repositoryId, oids)).map(({ oid }) => oid)),
  findKnownSizes: async (repositoryId, sizesBytes) => {
    const { db, dialect, lookUps } = source;
    const rows = await lookUps.knownSizes(db, [repositoryId, dialect.numbersParameter(sizesBytes)]);
    return new Set(rows.map(({ number }) => number));
  },
  list: async (repositoryId, sort, page) =>
    pageOf(await listAfter(source, repositoryId, sort, page), page, objectOf, cursorOf[sort]),
});

export const objectRecords = (source: SqlSource): ObjectRecords => ({
  add: async (repositoryId, objects) => {
    if (objects.length === 0) return [];
    const { organizationId, first } = await takeInstants(source, repositoryId, lastMade(objects), {
      count: objects.length,
      names: objects.filter(({ name }) => name !== undefined).length,
    });
    const rows = objects.map((object, index) => ({
      repository_id: repositoryId,
      oid: hashToBinary(object.oid),
      size_bytes: object.sizeBytes,
      physical_bytes: object.physicalBytes,
      layout: object.layout,
      organization_id: organizationId,
      artifact_type: object.type,
      name: object.name ?? null,
      name_key: object.name === undefined ? null : nameKeyOf(object.name),
      registered_us: first + index,
      uploaded_by: object.uploadedBy,
      created_at: object.createdAt,
    }));
    const added = (
      await inBatches(rows, (batch) =>
        source.db
          .insertInto('objects')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['repository_id', 'oid']).doNothing())
          .returning(objectColumns)
          .execute(),
      )
    ).map(objectOf);
    await countArtifacts(source, organizationId, repositoryId, added);
    await countFolders(source, repositoryId, added);
    await countInUsage(source, repositoryId, added, 1);
    return added;
  },
  name: (repositoryId, named, at) => nameObjects(source, repositoryId, named, at),
  ...objectQueries(source),
});
