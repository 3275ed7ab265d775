import type { RepositoryId, UnreachableLook, UnreachableSum } from '@svc/core/model';
import type { UnreachableQueries, UnreachableRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches, lookUpInBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { inWindowsOf } from './in-windows-of.js';
import { removeInSlices } from './remove-first.js';
import type { SqlSource } from './sql-source.js';

const lookOf = (row: Selectable<Schema['unreachable_looks']>): UnreachableLook => ({
  repositoryId: row.repository_id,
  dueAt: row.due_at,
  lookedAt: row.looked_at ?? undefined,
  doubt: row.doubt ?? undefined,
});

const marked = { table: 'unreachable_objects', place: 'oid' } as const;

/** There may be very many: they are added up window by window. */
const sumOf = async (source: SqlSource, repositoryId: RepositoryId): Promise<UnreachableSum> => {
  const sum = { objects: 0, logicalBytes: 0, bytes: 0 };
  let oldestSince: UnreachableSum['oldestSince'];
  await inWindowsOf(source, marked, repositoryId, async (isInWindow) => {
    const { oldest, ...found } = await source.db
      .selectFrom('unreachable_objects')
      // Crossed, so that the marks lead: of the objects there may be very many more.
      .crossJoin('objects')
      .select((column) => [
        column.fn.countAll<number>().as('objects'),
        sql<number>`cast(coalesce(sum(size_bytes), 0) as bigint)`.as('logicalBytes'),
        sql<number>`cast(coalesce(sum(case when layout = 'whole' then physical_bytes else 0 end), 0) as bigint)`.as('bytes'),
        sql<number | null>`cast(min(since) as bigint)`.as('oldest'),
      ])
      .where(isInWindow)
      .where('objects.repository_id', '=', repositoryId)
      .whereRef('objects.oid', '=', 'unreachable_objects.oid')
      .executeTakeFirstOrThrow();
    sum.objects += found.objects;
    sum.logicalBytes += found.logicalBytes;
    sum.bytes += found.bytes;
    if (oldest !== null) oldestSince = Math.min(oldest, oldestSince ?? oldest);
  });
  return { ...sum, oldestSince };
};

export const unreachableQueries = (source: SqlSource): UnreachableQueries => {
  const { db, dialect } = source;
  const looks = (limit: number) =>
    db.selectFrom('unreachable_looks').selectAll().orderBy('due_at').orderBy('repository_id').limit(limit);
  return {
    find: async (repositoryId, oids) =>
      lookUpInBatches(oids, async (batch) => {
        const rows = await db
          .selectFrom(dialect.hashRows(dialect.hashesParameter(batch)).as('wanted'))
          .crossJoin('unreachable_objects')
          .select(['oid', 'since'])
          .where('repository_id', '=', repositoryId)
          .whereRef('oid', '=', 'wanted.hash')
          .execute();
        return new Map(rows.map(({ oid, since }) => [oidFromBinary(oid), since]));
      }),
    sum: (repositoryId) => sumOf(source, repositoryId),
    findLook: async (repositoryId) => {
      const [row] = await looks(1).where('repository_id', '=', repositoryId).execute();
      return row && lookOf(row);
    },
    listDue: async (now, beyond, limit) => {
      const due = await looks(limit).where('due_at', '<=', now).execute();
      const rows = due.length > 0 ? due : await looks(limit).where('due_at', '>', beyond).execute();
      return rows.map(lookOf);
    },
  };
};

export const unreachableRecords = (source: SqlSource): UnreachableRecords => {
  const { db } = source;
  return {
    mark: async (repositoryId, oids, since) => {
      const rows = [...new Set(oids)].map((oid) => ({ repository_id: repositoryId, oid: hashToBinary(oid), since }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('unreachable_objects')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['repository_id', 'oid']).doNothing())
          .returning('oid')
          .execute(),
      );
    },
    unmark: async (repositoryId, oids) => {
      await inBatches([...new Set(oids)].map(hashToBinary), (batch) =>
        db
          .deleteFrom('unreachable_objects')
          .where('repository_id', '=', repositoryId)
          .where('oid', 'in', batch)
          .returning('oid')
          .execute(),
      );
    },
    begin: async (repositoryId, dueAt) => {
      await db
        .insertInto('unreachable_looks')
        .values({ repository_id: repositoryId, due_at: dueAt, looked_at: null, doubt: null })
        .onConflict((conflict) => conflict.column('repository_id').doUpdateSet({ due_at: dueAt }))
        .execute();
    },
    end: async (repositoryId) => {
      await db.deleteFrom('unreachable_looks').where('repository_id', '=', repositoryId).execute();
      await removeInSlices(source, { table: 'unreachable_objects', owner: 'repository_id', place: ['oid'] }, repositoryId);
    },
    moveLook: async (repositoryId, dueAt) => {
      await db.updateTable('unreachable_looks').set({ due_at: dueAt }).where('repository_id', '=', repositoryId).execute();
    },
    noteLook: async ({ repositoryId, dueAt }, outcome) => {
      const noted = await db
        .updateTable('unreachable_looks')
        .set({ due_at: outcome.dueAt, looked_at: outcome.lookedAt ?? null, doubt: outcome.doubt ?? null })
        .where('repository_id', '=', repositoryId)
        .where('due_at', '=', dueAt)
        .returning('repository_id')
        .execute();
      return noted.length > 0;
    },
    ...unreachableQueries(source),
  };
};
