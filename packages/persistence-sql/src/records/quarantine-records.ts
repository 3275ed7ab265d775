import type { Oid } from '@svc/core';
import type { QuarantinedObject, QuarantinedOid, RepositoryId, StoredObject } from '@svc/core/model';
import type { QuarantineQueries, QuarantineRecords } from '@svc/core/ports';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { hashFromBinary, hashToBinary, oidFromBinary } from '../codec.js';
import { descendingKey, descendingPosition, hashBound } from '../descending-position.js';
import { firstBehind } from '../first-behind.js';
import { inBatches, lookUpInBatches } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { forgetConversions } from './conversion-records.js';
import { countOut } from './count-out.js';
import { inWindowsOf } from './in-windows-of.js';
import { objectColumns, objectOf, objectRecords } from './object-records.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';
import { addObjectDownloads, sortByDownloads } from './traffic-records.js';
import { manifestOf } from './tree-queries.js';

// A literal, since the index is one of these alone: what conversions have left lies in the same table, and may be very much more.
const removed = sql.lit('quarantined' as const);

type Row = Selectable<Schema['quarantined_objects']>;

const quarantinedOf = (row: Row): QuarantinedObject => ({
  repositoryId: row.repository_id,
  organizationId: row.organization_id,
  object: objectOf(row),
  manifestSha256: row.manifest_sha256 === null ? undefined : hashFromBinary(row.manifest_sha256),
  chunkCount: row.chunk_count ?? undefined,
  chunkBytes: row.chunk_bytes ?? undefined,
  removedAt: row.removed_at,
  removedBy: row.removed_by ?? undefined,
  dueAt: row.due_at,
  state: row.state,
});

const isOf = (repositoryId: RepositoryId, oid: Oid) => (column: ExpressionBuilder<Schema, 'quarantined_objects'>) =>
  column.and({ repository_id: repositoryId, oid: hashToBinary(oid) });

const ofRepositories = { table: 'quarantined_objects', place: 'oid' } as const;

/** What conversions have left is among them, and may be very much: they are added up window by window. */
export const sumUpQuarantine = async ({ db }: Pick<SqlSource, 'db'>, repositoryId: RepositoryId) => {
  const totals = { objects: 0, bytes: 0 };
  await inWindowsOf({ db }, ofRepositories, repositoryId, async (isInWindow) => {
    const { objects, bytes } = await db
      .selectFrom('quarantined_objects')
      .select((column) => [
        column.fn.countAll<number>().as('objects'),
        sql<number>`cast(coalesce(sum(case when layout = 'whole' then physical_bytes else 0 end), 0) as bigint)`.as('bytes'),
      ])
      .where(isInWindow)
      .executeTakeFirstOrThrow();
    totals.objects += objects;
    totals.bytes += bytes;
  });
  return totals;
};

export const quarantineQueries = ({ db, dialect }: SqlSource): QuarantineQueries => ({
  find: async (repositoryId, oids) =>
    lookUpInBatches(oids, async (batch) => {
      const rows = await db
        .selectFrom(dialect.hashRows(dialect.hashesParameter(batch)).as('wanted'))
        .crossJoin('quarantined_objects')
        .selectAll('quarantined_objects')
        .where('quarantined_objects.repository_id', '=', repositoryId)
        .whereRef('quarantined_objects.oid', '=', 'wanted.hash')
        .execute();
      return new Map(rows.map(quarantinedOf).map((quarantined) => [quarantined.object.oid, quarantined]));
    }),
  list: async (repositoryId, page) => {
    const ofRepository = db
      .selectFrom('quarantined_objects')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('state', '=', removed);
    const ordered = ofRepository.orderBy('removed_at', 'desc').orderBy('oid');
    const behind = (cursor: string): Promise<readonly Row[]> => {
      const { value, tie } = descendingPosition(cursor);
      const tied = ofRepository.where((object) => dialect.unlikely(object('removed_at', '=', value)));
      return firstBehind(
        page.limit + 1,
        (most) => tied.where('oid', '>=', hashBound(tie)).orderBy('oid').limit(most).execute(),
        (most) => ordered.where('removed_at', '<', value).limit(most).execute(),
      );
    };
    const rows = page.cursor === undefined ? await ordered.limit(page.limit + 1).execute() : await behind(page.cursor);
    return pageOf(rows, page, quarantinedOf, ({ removedAt, object }) => descendingKey(removedAt, object.oid));
  },
  listManifests: async (repositoryId, after, limit) => {
    let query = db.selectFrom('quarantined_objects').select(['oid', 'manifest_sha256']).where('repository_id', '=', repositoryId);
    if (after !== undefined) query = query.where('oid', '>', hashToBinary(after));
    const rows = await query.where('manifest_sha256', 'is not', null).orderBy('oid').limit(limit).execute();
    return rows.flatMap(manifestOf);
  },
  listUnasked: async (repositoryId, after, limit) => {
    let query = db
      .selectFrom('quarantined_objects')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where((object) => dialect.unlikely(object('removed_by', 'is', null)))
      .where('state', '=', removed);
    if (after !== undefined) query = query.where('oid', '>', hashToBinary(after));
    const rows = await query.orderBy('oid').limit(limit).execute();
    return rows.map(quarantinedOf);
  },
  totals: (repositoryId) => sumUpQuarantine({ db }, repositoryId),
  listDue: async (now, limit) => {
    const rows = await db
      .selectFrom('quarantined_objects')
      .selectAll()
      .where('due_at', '<=', now)
      .where('repository_id', 'not in', removedRepositories(db))
      .orderBy('due_at')
      .orderBy('repository_id')
      .orderBy('oid')
      .limit(limit)
      .execute();
    return rows.map(quarantinedOf);
  },
  isResentIn: async (repositoryId, oid, sessionId) => {
    const found = await db
      .selectFrom('quarantined_objects')
      .select('oid')
      .where(isOf(repositoryId, oid))
      .where('resent_in', '=', sessionId)
      .executeTakeFirst();
    return found !== undefined;
  },
});

/** As it was found: a change of one moves its state or its due time. */
const asFound =
  ({ repositoryId, object, state, dueAt }: QuarantinedOid) =>
  (column: ExpressionBuilder<Schema, 'quarantined_objects'>) =>
    column.and({ repository_id: repositoryId, oid: hashToBinary(object.oid), state, due_at: dueAt });

const takenColumns = [
  ...objectColumns,
  'repository_id',
  'organization_id',
  'manifest_sha256',
  'chunk_count',
  'downloads',
  'last_downloaded_at',
] as const;

const takeObjects = async (source: SqlSource, repositoryId: RepositoryId, oids: readonly Oid[]) => {
  const { db } = source;
  const hashes = [...new Set(oids)].map(hashToBinary);
  const taken = await inBatches(hashes, (batch) =>
    db
      .deleteFrom('objects')
      .where('repository_id', '=', repositoryId)
      .where('oid', 'in', batch)
      .returning(takenColumns)
      .execute(),
  );
  await forgetConversions(source, repositoryId, oids);
  for (const table of ['object_downloads', 'unreachable_objects'] as const) {
    await inBatches(hashes, (batch) =>
      db.deleteFrom(table).where('repository_id', '=', repositoryId).where('oid', 'in', batch).returning('oid').execute(),
    );
  }
  return taken;
};

/** What `add` does not know of. */
const bringBack = async (source: SqlSource, row: Row): Promise<void> => {
  const { repository_id, oid, manifest_sha256, downloads, last_downloaded_at } = row;
  await source.db
    .updateTable('objects')
    .set({ manifest_sha256, chunk_count: sql<number>`${row.chunk_count}` })
    .where('repository_id', '=', repository_id)
    .where('oid', '=', oid)
    .execute();
  const before = last_downloaded_at === null ? [] : [{ downloads, lastDownloadedAt: last_downloaded_at }];
  const of = { repositoryId: repository_id, oid: oidFromBinary(oid) };
  await addObjectDownloads(
    source,
    before.map((counted) => ({ ...of, ...counted })),
  );
  // Also those that were written meanwhile, of downloads from before the removal.
  await sortByDownloads(source, repository_id, [of.oid]);
};

export const quarantineRecords = (source: SqlSource): QuarantineRecords => {
  const { db } = source;
  return {
    put: async (repositoryId, oids, { removedAt, removedBy, dueAt }, chunkBytes) => {
      const taken = await takeObjects(source, repositoryId, oids);
      const rows = taken.map((row): Row => ({
        ...row,
        removed_at: removedAt,
        removed_by: removedBy ?? null,
        state: 'quarantined',
        due_at: dueAt,
        resent_in: null,
        chunk_bytes: chunkBytes?.get(oidFromBinary(row.oid)) ?? null,
      }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('quarantined_objects')
          .values([...batch])
          .returning('oid')
          .execute(),
      );
      const removed = rows.map(quarantinedOf);
      await countOut(
        source,
        repositoryId,
        removed.map(({ object }) => object),
      );
      return removed;
    },
    putConverted: async (repositoryId, whole, { removedAt, dueAt }) => {
      const repository = db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId);
      const { organization_id } = await repository.executeTakeFirstOrThrow();
      await db
        .insertInto('quarantined_objects')
        .values({
          repository_id: repositoryId,
          oid: hashToBinary(whole.oid),
          organization_id,
          size_bytes: whole.sizeBytes,
          physical_bytes: whole.physicalBytes,
          layout: whole.layout,
          artifact_type: whole.type,
          name: whole.name ?? null,
          uploaded_by: whole.uploadedBy,
          created_at: whole.createdAt,
          downloads: 0,
          removed_at: removedAt,
          state: 'converted',
          due_at: dueAt,
        })
        .execute();
    },
    restore: async (found) => {
      const restored: StoredObject[] = [];
      for (const one of found) {
        const [row] = await db.deleteFrom('quarantined_objects').where(asFound(one)).returningAll().execute();
        if (row === undefined) continue;
        restored.push(...(await objectRecords(source).add(row.repository_id, [objectOf(row)])));
        await bringBack(source, row);
      }
      return restored;
    },
    update: async (former, { state, dueAt }) => {
      const updated = await db
        .updateTable('quarantined_objects')
        .set({ state, due_at: dueAt })
        .where(asFound(former))
        .returning('oid')
        .execute();
      return updated.length > 0;
    },
    remove: async (former) => {
      const removed = await db.deleteFrom('quarantined_objects').where(asFound(former)).returning('oid').execute();
      return removed.length > 0;
    },
    noteResentIn: async (repositoryId, oid, sessionId) => {
      await db.updateTable('quarantined_objects').set({ resent_in: sessionId }).where(isOf(repositoryId, oid)).execute();
    },
    forgetResentIn: async (repositoryId, oid, sessionId) => {
      await db
        .updateTable('quarantined_objects')
        .set({ resent_in: null })
        .where(isOf(repositoryId, oid))
        .where('resent_in', '=', sessionId)
        .execute();
    },
    ...quarantineQueries(source),
  };
};
