import type { Oid } from '@svc/core';
import type { RepositoryId, UploadSessionId } from '@svc/core/model';
import type { UploadRecords } from '@svc/core/ports';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { inWindowsOf } from './in-windows-of.js';
import { lockSessions } from './lock-sessions.js';
import { objectsOfSessions } from './session-objects.js';
import type { SqlSource } from './sql-source.js';

type Condition = (objects: ExpressionBuilder<Schema, 'upload_objects'>) => Expression<SqlBool>;

const heldBy = async ({ db }: SqlSource, bytes: Expression<number>, which: Condition): Promise<number> => {
  const sum = await db
    .selectFrom('upload_objects')
    .select(sql<number>`cast(coalesce(sum(${bytes}), 0) as bigint)`.as('bytes'))
    .where(which)
    .executeTakeFirstOrThrow();
  return sum.bytes;
};

/** What an update leaves of reservations. */
type Left = { readonly reserved_bytes: Expression<number>; readonly larger_until?: null };
const nothing: Left = { reserved_bytes: sql<number>`0`, larger_until: null };
/** A URL for more may still be used. */
const withoutSize: Left = {
  reserved_bytes: sql<number>`case when reserved_bytes > size_bytes then reserved_bytes - size_bytes else 0 end`,
};

/** Sets what the objects hold back, and answers by how much less that is. Their sessions are held. */
const lessen = async (source: SqlSource, left: Left, which: Condition): Promise<number> => {
  const bytes = await heldBy(source, sql<number>`reserved_bytes - (${left.reserved_bytes})`, which);
  if (bytes > 0) await source.db.updateTable('upload_objects').set(left).where(which).where('reserved_bytes', '>', 0).execute();
  return bytes;
};

// A literal, since the index is one of unswept sessions alone; the others, which stay for good, hold nothing back.
const unswept = sql.lit(0);

type ReservationRecords = Pick<
  UploadRecords,
  | 'heldBySession'
  | 'takeReservations'
  | 'takeReservation'
  | 'takeRegistered'
  | 'setReservation'
  | 'takeReservationsOfRepository'
  | 'beginSettling'
  | 'markSettled'
  | 'markReclaimed'
  | 'unmarkReclaimed'
  | 'beginSweep'
>;

export const reservationRecords = (source: SqlSource): ReservationRecords => {
  const { db } = source;
  const hold = (id: UploadSessionId) => lockSessions(source, (sessions) => sessions('id', '=', id));
  const ofSession =
    (id: UploadSessionId): Condition =>
    (objects) =>
      objects('session_id', '=', id);
  const ofObject =
    (id: UploadSessionId, oid: Oid): Condition =>
    (objects) =>
      objects.and([objects('session_id', '=', id), objects('oid', '=', hashToBinary(oid))]);
  const ofRepository = (repositoryId: RepositoryId, isOpen: boolean): Promise<number> =>
    lessen(source, nothing, (objects) =>
      objects(
        'session_id',
        'in',
        objects
          .selectFrom('upload_sessions')
          .select('id')
          .where('repository_id', '=', repositoryId)
          .where('is_swept', '=', unswept)
          .where('status', isOpen ? '=' : '!=', 'OPEN'),
      ),
    );
  return {
    heldBySession: async (sessionId) => {
      await hold(sessionId);
      return heldBy(source, sql.ref<number>('reserved_bytes'), ofSession(sessionId));
    },
    takeReservations: async (sessionId) => {
      await hold(sessionId);
      return lessen(source, nothing, ofSession(sessionId));
    },
    takeReservation: async (sessionId, oid) => {
      await hold(sessionId);
      return lessen(source, withoutSize, ofObject(sessionId, oid));
    },
    takeRegistered: async ({ id, repositoryId }) => {
      await hold(id);
      let bytes = 0;
      // A session may have very many objects, each of which is looked up.
      await inWindowsOf(source, objectsOfSessions, id, async (isInWindow) => {
        bytes += await lessen(source, withoutSize, (objects) =>
          objects.and([
            isInWindow,
            objects('upload_objects.state', '=', 'COMPLETED'),
            objects.exists(
              objects
                .selectFrom('objects')
                .select('objects.layout')
                .where('objects.repository_id', '=', repositoryId)
                .whereRef('objects.oid', '=', 'upload_objects.oid')
                .where('objects.layout', '=', 'whole'),
            ),
          ]),
        );
      });
      return bytes;
    },
    setReservation: async (sessionId, oid, formerBytes, bytes) => {
      const set = await db
        .updateTable('upload_objects')
        .set({ reserved_bytes: bytes, larger_until: null })
        .where(ofObject(sessionId, oid))
        .where('reserved_bytes', '=', formerBytes)
        .returning('oid')
        .execute();
      return set.length > 0;
    },
    takeReservationsOfRepository: async (repositoryId) => {
      await lockSessions(source, (sessions) =>
        sessions.and([sessions('repository_id', '=', repositoryId), sessions('is_swept', '=', unswept)]),
      );
      return { open: await ofRepository(repositoryId, true), ended: await ofRepository(repositoryId, false) };
    },
    beginSettling: async (sessionId) => {
      await db.updateTable('upload_sessions').set({ settling: 1 }).where('id', '=', sessionId).execute();
    },
    markSettled: async (sessionId) => {
      await db.updateTable('upload_sessions').set({ settling: 2 }).where('id', '=', sessionId).execute();
    },
    markReclaimed: async (repositoryId, oids, { holder, at, staleBefore }) => {
      const rows = oids.map((oid) => ({ repository_id: repositoryId, oid: hashToBinary(oid), holder, marked_at: at }));
      const marked = await inBatches(rows, (batch) =>
        db
          .insertInto('reclaim_marks')
          .values([...batch])
          .onConflict((conflict) =>
            conflict
              .columns(['repository_id', 'oid'])
              .doUpdateSet({ holder, marked_at: at })
              .where('reclaim_marks.marked_at', '<=', staleBefore),
          )
          .returning('oid')
          .execute(),
      );
      return marked.map(({ oid }) => oidFromBinary(oid));
    },
    unmarkReclaimed: async (repositoryId, oids, holder) => {
      await inBatches(oids.map(hashToBinary), (batch) =>
        db
          .deleteFrom('reclaim_marks')
          .where('repository_id', '=', repositoryId)
          .where('oid', 'in', [...batch])
          .where('holder', '=', holder)
          .returning('oid')
          .execute(),
      );
    },
    beginSweep: async (sessionId) => {
      await db.updateTable('upload_sessions').set({ is_sweeping: 1, lfs_due_at: null }).where('id', '=', sessionId).execute();
    },
  };
};
