import type { Oid } from '@svc/core';
import { beyondSchedule, type Instant, type RepositoryId, type UploadObject, type UploadSessionId } from '@svc/core/model';
import type { UploadRecords } from '@svc/core/ports';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { awaitedRecords } from './awaited-records.js';
import { inWindowsOf } from './in-windows-of.js';
import { lockSessions } from './lock-sessions.js';
import { reservationRecords } from './reservation-records.js';
import type { Schema } from '../schema.js';
import { countObjects, forgetInSessions, objectsOfSessions } from './session-objects.js';
import type { SqlSource } from './sql-source.js';
import { uploadQueries } from './upload-queries.js';
import { sessionOf, uploadObjectOf } from './upload-rows.js';

const endSessions = (
  { db }: SqlSource,
  status: 'FINALIZED' | 'EXPIRED' | 'ABORTED',
  now: Instant,
  which: (sessions: ExpressionBuilder<Schema, 'upload_sessions'>) => Expression<SqlBool>,
) =>
  db
    .updateTable('upload_sessions')
    .set({ status, ended_at: sql<Instant>`case when expires_at < ${now} then expires_at else ${now} end` })
    .where('status', '=', 'OPEN')
    .where(which)
    .returning('id')
    .execute();

type NewObjects = Parameters<UploadRecords['addObjects']>[1];

const newRows = (sessionId: UploadSessionId, objects: NewObjects) =>
  objects.map(({ oid, sizeBytes, reservedBytes, name }) => ({
    session_id: sessionId,
    oid: hashToBinary(oid),
    size_bytes: sizeBytes,
    reserved_bytes: reservedBytes,
    state: 'AUTHORIZED' as const,
    name: name ?? null,
  }));

/** Names those of the objects that the session has without a name. They are there, so that nothing is inserted: of many this takes one statement. */
const nameObjects = async (
  { db }: SqlSource,
  sessionId: UploadSessionId,
  objects: NewObjects,
  added: ReadonlySet<Oid>,
): Promise<void> => {
  const named = new Map<Oid, NewObjects[number]>();
  for (const object of objects) {
    if (object.name !== undefined && !added.has(object.oid) && !named.has(object.oid)) named.set(object.oid, object);
  }
  await inBatches(newRows(sessionId, [...named.values()]), (batch) =>
    db
      .insertInto('upload_objects')
      .values([...batch])
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'oid'])
          .doUpdateSet((row) => ({ name: row.ref('excluded.name') }))
          .where('upload_objects.name', 'is', null),
      )
      .returning('oid')
      .execute(),
  );
};

const takesVerified = ({ kind, status, is_sweeping }: Selectable<Schema['upload_sessions']>): boolean =>
  is_sweeping === 0 && (status === 'OPEN' || (status === 'EXPIRED' && kind === 'lfs'));

const ofRepository = (repositoryId: RepositoryId) => (sessions: ExpressionBuilder<Schema, 'upload_sessions'>) =>
  sessions('repository_id', '=', repositoryId);

export const uploadRecords = (source: SqlSource): UploadRecords => {
  const { db } = source;
  const hold = (id: UploadSessionId) => lockSessions(source, (sessions) => sessions('id', '=', id));
  return {
    add: async (session) => {
      await db
        .insertInto('upload_sessions')
        .values({
          id: session.id,
          kind: session.kind,
          repository_id: session.repositoryId,
          organization_id: session.organizationId,
          namespace: session.namespace,
          user_id: session.userId,
          expected_objects: session.expectedObjects ?? null,
          uploaded_objects: session.uploadedObjects,
          uploaded_bytes: session.uploadedBytes,
          status: session.status,
          generation: session.generation ?? null,
          created_at: session.createdAt,
          expires_at: session.expiresAt,
          active_at: session.activeAt,
          ended_at: null,
          is_swept: 0,
        })
        .execute();
    },
    lock: async (repositoryId, sessionId) => {
      const [row] = await lockSessions(source, (sessions) =>
        sessions.and([sessions('id', '=', sessionId), sessions('repository_id', '=', repositoryId)]),
      );
      return row && sessionOf(row);
    },
    extend: async (sessionId, expiresAt) => {
      await db
        .updateTable('upload_sessions')
        .set({ expires_at: expiresAt })
        .where('id', '=', sessionId)
        .where('status', '=', 'OPEN')
        .where('expires_at', '<', expiresAt)
        .execute();
    },
    touch: async (sessionId, activeAt) => {
      await db
        .updateTable('upload_sessions')
        .set({ active_at: activeAt })
        .where('id', '=', sessionId)
        .where((sessions) => {
          const noted = sessions.fn.coalesce('active_at', 'created_at');
          return sessions.or([sessions(noted, '<', activeAt), sessions(noted, '>', beyondSchedule(activeAt, 0))]);
        })
        .execute();
    },
    addObjects: async (sessionId, objects) => {
      const added = await inBatches(newRows(sessionId, objects), (batch) =>
        db
          .insertInto('upload_objects')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['session_id', 'oid']).doNothing())
          .returning('oid')
          .execute(),
      );
      if (added.length > 0) await countObjects(source, sessionId, added.length);
      const addedOids = added.map(({ oid }) => oidFromBinary(oid));
      await nameObjects(source, sessionId, objects, new Set(addedOids));
      return addedOids;
    },
    forgetObject: (repositoryId, oid) => forgetInSessions(source, repositoryId, oid, ['AUTHORIZED', 'COMPLETED']),
    resizeObject: async (sessionId, oid, { sizeBytes, reservedBytes, largerUntil }) => {
      const resized = await db
        .updateTable('upload_objects')
        .set({ size_bytes: sizeBytes, reserved_bytes: reservedBytes, larger_until: largerUntil ?? null, is_refused: 0 })
        .where('session_id', '=', sessionId)
        .where('oid', '=', hashToBinary(oid))
        .where('state', '=', 'AUTHORIZED')
        .where('part_bytes', 'is', null)
        .returning('oid')
        .execute();
      return resized.length > 0;
    },
    beginParts: async (sessionId, oid, { partBytes, uploadId }) => {
      const begun = await db
        .updateTable('upload_objects')
        .set({ part_bytes: partBytes, upload_id: uploadId })
        .where('session_id', '=', sessionId)
        .where('oid', '=', hashToBinary(oid))
        .where('state', '=', 'AUTHORIZED')
        .where('upload_id', 'is', null)
        .returning('oid')
        .execute();
      return begun.length > 0;
    },
    endParts: async (sessionId, oid, uploadId, outcome) => {
      const ended = await db
        .updateTable('upload_objects')
        .set(outcome === 'lost' ? { upload_id: null, part_bytes: null } : { upload_id: null })
        .where('session_id', '=', sessionId)
        .where('oid', '=', hashToBinary(oid))
        .where('upload_id', '=', uploadId)
        .returning('oid')
        .execute();
      return ended.length > 0;
    },
    completeObject: async (sessionId, { oid, sizeBytes, type }, endsAfter) => {
      const [session] = await hold(sessionId);
      if (session === undefined || !takesVerified(session) || session.expires_at <= endsAfter) return false;
      const [object] = await db
        .updateTable('upload_objects')
        .set({ state: 'COMPLETED', artifact_type: type ?? null })
        .where('session_id', '=', sessionId)
        .where('oid', '=', hashToBinary(oid))
        .where('state', '=', 'AUTHORIZED')
        .where('size_bytes', '=', sizeBytes)
        .returning('oid')
        .execute();
      if (object === undefined) return false;
      await db
        .updateTable('upload_sessions')
        .set((expression) => ({
          uploaded_objects: expression('uploaded_objects', '+', 1),
          uploaded_bytes: expression('uploaded_bytes', '+', sizeBytes),
        }))
        .where('id', '=', sessionId)
        .execute();
      return true;
    },
    completedObjects: async (sessionId) => {
      const completed: UploadObject[] = [];
      await inWindowsOf(source, objectsOfSessions, sessionId, async (isInWindow) => {
        const rows = await db
          .selectFrom('upload_objects')
          .selectAll()
          .where(isInWindow)
          .where('state', '=', 'COMPLETED')
          .execute();
        completed.push(...rows.map(uploadObjectOf));
      });
      return completed;
    },
    finalize: async (sessionId, now) => {
      const ended = await endSessions(source, 'FINALIZED', now, (sessions) =>
        sessions.and([sessions('id', '=', sessionId), sessions('expires_at', '>', now)]),
      );
      return ended.length > 0;
    },
    setGeneration: async (sessionId, generation) => {
      await db.updateTable('upload_sessions').set({ generation }).where('id', '=', sessionId).execute();
    },
    expire: async (sessionId, now) => {
      const ended = await endSessions(source, 'EXPIRED', now, (sessions) =>
        sessions.and([sessions('id', '=', sessionId), sessions('expires_at', '<=', now)]),
      );
      return ended.length > 0;
    },
    abort: async (sessionId, now) => {
      const ended = await endSessions(source, 'ABORTED', now, (sessions) => sessions('id', '=', sessionId));
      return ended.length > 0;
    },
    expireAllOfRepository: async (repositoryId, now) => {
      await endSessions(source, 'EXPIRED', now, ofRepository(repositoryId));
    },
    ...reservationRecords(source),
    ...awaitedRecords(source),
    postponeSweep: async (sessionId, endedAt) => {
      await db
        .updateTable('upload_sessions')
        .set({ ended_at: endedAt })
        .where('id', '=', sessionId)
        .where('ended_at', 'is not', null)
        .execute();
    },
    sweepAgain: async (sessionId, endedAt) => {
      await db
        .updateTable('upload_sessions')
        .set({ is_swept: 0, ended_at: endedAt })
        .where('id', '=', sessionId)
        .where('is_swept', '=', 1)
        .execute();
    },
    markSwept: async (sessionId) => {
      await db.updateTable('upload_sessions').set({ is_swept: 1 }).where('id', '=', sessionId).execute();
    },
    ...uploadQueries(source),
  };
};
