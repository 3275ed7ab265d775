import type { Oid } from '@svc/core';
import type { RepositoryId, SnapshotFile, SnapshotId } from '@svc/core/model';
import type { SnapshotQueries, SnapshotRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { cursorText, pageOf } from '../page-of.js';
import { captureOf, givenFile, givenFileColumns, snapshotColumns, snapshotFileOf, snapshotOf } from './snapshot-rows.js';
import type { SqlSource } from './sql-source.js';

/** Rows that one statement adds: it holds the process for a few milliseconds. */
const filesPerStatement = 500;

const givenUp = -1;

export const snapshotQueries = (source: SqlSource): SnapshotQueries => {
  const { db, dialect } = source;
  return {
    find: async (repositoryId, snapshotId) => {
      const row = await db
        .selectFrom('snapshots')
        .selectAll()
        .where('id', '=', snapshotId)
        .where('repository_id', '=', repositoryId)
        .where('captured', '>', givenUp)
        .executeTakeFirst();
      return row && captureOf(row);
    },
    list: async (repositoryId, page) => {
      let query = db.selectFrom('snapshots').selectAll().where('repository_id', '=', repositoryId).where('is_complete', '=', 1);
      if (page.cursor !== undefined) {
        const { value, tie } = descendingPosition(page.cursor);
        query = query
          .where('created_at', '<=', value)
          .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<SnapshotId>(tie))]));
      }
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(page.limit + 1)
        .execute();
      return pageOf(rows, page, snapshotOf, ({ createdAt, id }) => descendingKey(createdAt, id));
    },
    listFiles: async (snapshotId, skip, limit) => {
      const rows = await db
        .selectFrom('snapshot_files')
        .select(['path', 'mode', 'git_id', 'size_bytes', 'oid', 'is_lfs'])
        .where('snapshot_id', '=', snapshotId)
        .where('position', '>=', skip)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(snapshotFileOf);
    },
    totals: async (repositoryId) => {
      const row = await db
        .selectFrom('snapshots')
        .select([
          sql<number>`cast(count(*) as bigint)`.as('snapshots'),
          sql<number>`cast(coalesce(sum(files), 0) as bigint)`.as('files'),
        ])
        .where('repository_id', '=', repositoryId)
        .executeTakeFirstOrThrow();
      return row;
    },
    findHeld: async (repositoryId, oids) => {
      const rows = await inBatches(
        oids,
        (batch) =>
          db
            .selectFrom(dialect.hashRows(dialect.hashesParameter(batch)).as('wanted'))
            .select('wanted.hash')
            .where((wanted) =>
              wanted.exists(
                wanted
                  .selectFrom('snapshot_files')
                  .innerJoin('snapshots', 'snapshots.id', 'snapshot_files.snapshot_id')
                  .select('position')
                  .where('snapshot_files.repository_id', '=', repositoryId)
                  .where('oid', 'is not', null)
                  .whereRef('oid', '=', 'wanted.hash')
                  .where('captured', '>', givenUp),
              ),
            )
            .execute(),
        keysPerLookUp,
      );
      return new Set<Oid>(rows.map(({ hash }) => oidFromBinary(hash)));
    },
    listHolding: async (repositoryId, oid, limit) => {
      const holding = db
        .selectFrom('snapshot_files')
        .select('snapshot_id')
        .where('repository_id', '=', repositoryId)
        .where('oid', 'is not', null)
        .where('oid', '=', hashToBinary(oid));
      const rows = await db
        .selectFrom('snapshots')
        .selectAll()
        .where('id', 'in', holding)
        .where('is_complete', '=', 1)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(snapshotOf);
    },
    listAbandoned: async (before, limit) => {
      const rows = await db
        .selectFrom('snapshots')
        .select('id')
        // A literal, since the index is one of these snapshots alone.
        .where('is_complete', '=', sql.lit(0))
        .where('active_at', '<', before)
        .orderBy('active_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};

const addFiles = async (
  { db, dialect }: SqlSource,
  snapshotId: SnapshotId,
  repositoryId: RepositoryId,
  captured: number,
  files: readonly SnapshotFile[],
): Promise<void> => {
  const rows = files.map((file, index) => givenFile(file, captured + index));
  await inBatches(
    rows,
    (batch) => {
      const given = dialect.givenRows(dialect.rowsParameter(batch), givenFileColumns).as('given');
      return db
        .insertInto('snapshot_files')
        .columns(['snapshot_id', 'repository_id', 'position', 'path', 'mode', 'git_id', 'size_bytes', 'oid', 'is_lfs'])
        .expression(
          db
            .selectFrom(given)
            .select([
              sql<SnapshotId>`${snapshotId}`.as('snapshot_id'),
              sql<RepositoryId>`${repositoryId}`.as('repository_id'),
              'position',
              'path',
              'mode',
              'git_id',
              'size_bytes',
              sql<Uint8Array | null>`case when has_oid = 1 then given.oid else null end`.as('oid'),
              'is_lfs',
            ]),
        )
        .execute();
    },
    filesPerStatement,
  );
};

export const snapshotRecords = (source: SqlSource): SnapshotRecords => {
  const { db } = source;
  return {
    begin: async (capture) => {
      const added = await db
        .insertInto('snapshots')
        .values(snapshotColumns(capture))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return added.length > 0;
    },
    append: async (snapshotId, captured, { files, missingObjects, at }) => {
      const row = await db
        .updateTable('snapshots')
        .set((snapshot) => ({
          captured: snapshot('captured', '+', files.length),
          missing_objects: snapshot('missing_objects', '+', missingObjects),
          active_at: at,
        }))
        .where('id', '=', snapshotId)
        .where('captured', '=', captured)
        .where('is_complete', '=', 0)
        .returning('repository_id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await addFiles(source, snapshotId, row.repository_id, captured, files);
      return true;
    },
    complete: async (snapshotId) => {
      await db.updateTable('snapshots').set({ is_complete: 1 }).where('id', '=', snapshotId).execute();
    },
    giveUp: async (snapshotId, before) => {
      const rows = await db
        .updateTable('snapshots')
        .set({ captured: givenUp })
        .where('id', '=', snapshotId)
        .where('is_complete', '=', 0)
        .where('active_at', '<', before)
        .returning('id')
        .execute();
      return rows.length > 0;
    },
    removeFiles: async (snapshotId, limit) => {
      const some = db
        .selectFrom('snapshot_files')
        .select('position')
        .where('snapshot_id', '=', snapshotId)
        .orderBy('position')
        .limit(limit);
      const rows = await db
        .deleteFrom('snapshot_files')
        .where('snapshot_id', '=', snapshotId)
        .where('position', 'in', some)
        .returning('position')
        .execute();
      return rows.length;
    },
    remove: async (snapshotId) => {
      await db.deleteFrom('snapshots').where('id', '=', snapshotId).execute();
    },
    ...snapshotQueries(source),
  };
};
