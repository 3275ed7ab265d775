import type { Oid } from '@svc/core';
import { addByteCounts, type CountedDownloads, type OrganizationId, type RepositoryId, type TrafficDay } from '@svc/core/model';
import type { TrafficQueries, TrafficRecords } from '@svc/core/ports';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { sql, type RawBuilder } from 'kysely';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

export const trafficQueries = ({ db, dialect }: SqlSource): TrafficQueries => ({
  listDays: async (organizationId, from) => {
    const rows = await db
      .selectFrom('traffic_days')
      .select(['day', 'storage_mode', 'uploaded_bytes', 'egress_bytes', 'downloads'])
      .where('organization_id', '=', organizationId)
      .where('day', '>=', from)
      .orderBy('day')
      .orderBy('storage_mode')
      .execute();
    return rows.map((row) => ({
      day: row.day,
      storageMode: row.storage_mode,
      uploadedBytes: row.uploaded_bytes,
      egressBytes: row.egress_bytes,
      downloads: row.downloads,
    }));
  },
  downloadsOf: async (repositoryId, oids) => {
    const rows = await db
      .selectFrom(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted'))
      .crossJoin('object_downloads')
      .select(['object_downloads.oid', 'object_downloads.downloads', 'object_downloads.last_downloaded_at'])
      .where('object_downloads.repository_id', '=', repositoryId)
      .whereRef('object_downloads.oid', '=', 'wanted.hash')
      .execute();
    return new Map(
      rows.map((row) => [oidFromBinary(row.oid), { downloads: row.downloads, lastDownloadedAt: row.last_downloaded_at }]),
    );
  },
});

const largestSum = sql.lit(Number.MAX_SAFE_INTEGER);

/** What `addByteCounts` makes of the row that is there and the one that comes. Without the bound no row above it could be read again. */
const addedBytes = (table: 'traffic_days' | 'repository_egress', column: string): RawBuilder<number> => {
  const [there, more] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${there} > ${largestSum} - ${more} then ${largestSum} else ${there} + ${more} end`;
};

type OrganizationTraffic = TrafficDay & { readonly organizationId: OrganizationId };

const compareText = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** Processes that write at the same time wait for each other's rows, and never in a circle: all of them take rows in one order. */
const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] =>
  rows.toSorted((left, right) => compareText(keyOf(left), keyOf(right)));

/** One row for each key, in the order of the keys. */
export const addTraffic = async ({ db }: SqlSource, days: readonly OrganizationTraffic[]): Promise<void> => {
  await inBatches(days, (batch) =>
    db
      .insertInto('traffic_days')
      .values(
        batch.map((row) => ({
          organization_id: row.organizationId,
          day: row.day,
          storage_mode: row.storageMode,
          uploaded_bytes: row.uploadedBytes,
          egress_bytes: row.egressBytes,
          downloads: row.downloads,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'day', 'storage_mode']).doUpdateSet((expression) => ({
          uploaded_bytes: addedBytes('traffic_days', 'uploaded_bytes'),
          egress_bytes: addedBytes('traffic_days', 'egress_bytes'),
          downloads: expression('traffic_days.downloads', '+', expression.ref('excluded.downloads')),
        })),
      )
      .execute(),
  );
};

/** What the repositories of each organization and mode have come to together, in the order of the keys. */
const sumsOf = (egress: CountedDownloads['egress']): readonly OrganizationTraffic[] => {
  const sums = new Map<string, OrganizationTraffic>();
  const keyOf = ({ organizationId, day, storageMode }: Pick<OrganizationTraffic, 'organizationId' | 'day' | 'storageMode'>) =>
    `${organizationId} ${day} ${storageMode}`;
  for (const { organizationId, day, storageMode, bytes, downloads } of egress) {
    const row = { organizationId, day, storageMode };
    const known = sums.get(keyOf(row));
    const egressBytes = addByteCounts(known?.egressBytes ?? 0, bytes);
    sums.set(keyOf(row), { ...row, uploadedBytes: 0, egressBytes, downloads: (known?.downloads ?? 0) + downloads });
  }
  return byKey([...sums.values()], keyOf);
};

interface Whereabouts {
  readonly there: ReadonlySet<RepositoryId>;
  /** Somebody is removing them, or changes what others find them by. */
  readonly held: ReadonlySet<RepositoryId>;
}

const findRepositories = async (
  { db, dialect }: SqlSource,
  rows: readonly { readonly repositoryId: RepositoryId }[],
): Promise<Whereabouts> => {
  const ids = [...new Set(rows.map(({ repositoryId }) => repositoryId))].toSorted(compareText);
  const among = (batch: readonly RepositoryId[]) =>
    db.selectFrom('repositories').select('id').where('id', 'in', batch).where(isPresent);
  const free = await inBatches(ids, (batch) => among(batch).modifyEnd(dialect.sharingFree).execute());
  const there = new Set(free.map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  const held = await inBatches(missing, (batch) => among(batch).execute());
  return { there, held: new Set(held.map(({ id }) => id)) };
};

/** Notes with the objects themselves how often they were downloaded, for their lists. */
export const sortByDownloads = async (
  { db, dialect }: SqlSource,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<void> => {
  const counted = (column: 'downloads' | 'last_downloaded_at') => sql<number>`(
    select ${sql.ref(column)} from object_downloads as counted
    where counted.repository_id = objects.repository_id and counted.oid = objects.oid
  )`;
  await db
    .updateTable('objects')
    .set({ downloads: sql<number>`coalesce(${counted('downloads')}, 0)`, last_downloaded_at: counted('last_downloaded_at') })
    .where('repository_id', '=', repositoryId)
    .where('oid', 'in', db.selectFrom(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted')).select('wanted.hash'))
    .execute();
};

/** Of objects that are there or not: the lists are sorted afterwards. */
export const addObjectDownloads = async ({ db }: SqlSource, objects: CountedDownloads['objects']): Promise<void> => {
  await inBatches(
    byKey(objects, ({ repositoryId, oid }) => `${repositoryId} ${oid}`),
    (batch) =>
      db
        .insertInto('object_downloads')
        .values(
          batch.map((row) => ({
            repository_id: row.repositoryId,
            oid: hashToBinary(row.oid),
            downloads: row.downloads,
            last_downloaded_at: row.lastDownloadedAt,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['repository_id', 'oid']).doUpdateSet((expression) => ({
            downloads: expression('object_downloads.downloads', '+', expression.ref('excluded.downloads')),
            last_downloaded_at: expression
              .case()
              .when('object_downloads.last_downloaded_at', '>', expression.ref('excluded.last_downloaded_at'))
              .then(expression.ref('object_downloads.last_downloaded_at'))
              .else(expression.ref('excluded.last_downloaded_at'))
              .end(),
          })),
        )
        .execute(),
  );
};

const addObjects = async (source: SqlSource, objects: CountedDownloads['objects']): Promise<void> => {
  await addObjectDownloads(source, objects);
  const oids = new Map<RepositoryId, Oid[]>();
  for (const { repositoryId, oid } of objects) oids.set(repositoryId, [...(oids.get(repositoryId) ?? []), oid]);
  for (const [repositoryId, ofRepository] of oids) await sortByDownloads(source, repositoryId, ofRepository);
};

const addEgress = async ({ db }: SqlSource, egress: CountedDownloads['egress']): Promise<void> => {
  await inBatches(
    byKey(egress, ({ repositoryId, day }) => `${repositoryId} ${day}`),
    (batch) =>
      db
        .insertInto('repository_egress')
        .values(batch.map(({ repositoryId, day, bytes, downloads }) => ({ repository_id: repositoryId, day, bytes, downloads })))
        .onConflict((conflict) =>
          conflict.columns(['repository_id', 'day']).doUpdateSet((expression) => ({
            bytes: addedBytes('repository_egress', 'bytes'),
            downloads: expression('repository_egress.downloads', '+', expression.ref('excluded.downloads')),
          })),
        )
        .execute(),
  );
};

export const trafficRecords = (source: SqlSource): TrafficRecords => ({
  addDownloads: async ({ egress, objects }) => {
    const { there, held } = await findRepositories(source, [...egress, ...objects]);
    const isThere = ({ repositoryId }: { readonly repositoryId: RepositoryId }): boolean => there.has(repositoryId);
    const isHeld = ({ repositoryId }: { readonly repositoryId: RepositoryId }): boolean => held.has(repositoryId);
    await addObjects(source, objects.filter(isThere));
    await addEgress(source, egress.filter(isThere));
    // Last, since uploads write these rows too.
    await addTraffic(source, sumsOf(egress.filter((row) => !isHeld(row))));
    return { egress: egress.filter(isHeld), objects: objects.filter(isHeld) };
  },
  noteBatch: async ({ writer, number }, at) => {
    const noted = await source.db
      .insertInto('download_writers')
      .values({ id: writer, last_batch: number, noted_at: at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ last_batch: number, noted_at: at }).where('download_writers.last_batch', '<', number),
      )
      .returning('id')
      .execute();
    return noted.length > 0;
  },
  forgetWriters: async (notedBefore) => {
    await source.db.deleteFrom('download_writers').where('noted_at', '<', notedBefore).execute();
  },
  ...trafficQueries(source),
});
