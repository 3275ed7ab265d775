import { invariant } from '../../model/app-error.js';
import type { ObjectParts, UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { beyondSchedule, type Instant, type Oid, type UploadSessionId } from '../../model/values/index.js';
import type { UploadQueries, UploadRecords } from '../../ports/records/upload-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import { awaitedQueries, awaitedRecords } from './awaited-records.js';
import { reservationQueries, reservationRecords } from './reservation-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const isOpenAt = (session: UploadSession, now: Instant): boolean => session.status === 'OPEN' && session.expiresAt > now;

const takesVerified = ({ kind, status, expiresAt }: UploadSession, endsAfter: Instant): boolean =>
  (status === 'OPEN' || (status === 'EXPIRED' && kind === 'lfs')) && expiresAt > endsAfter;

const byEnd = (left: UploadSession, right: UploadSession): number =>
  left.expiresAt - right.expiresAt || compareText(left.id, right.id);

export const uploadQueries = (tables: ReadableTables): UploadQueries => {
  const sessionsWhere = (holds: (session: UploadSession) => boolean): UploadSession[] =>
    tables.uploadSessions.where((row) => holds(row.session)).map(({ session }) => session);
  const findObjects = (sessionId: UploadSessionId, oids: readonly Oid[]): readonly UploadObject[] =>
    [...new Set(oids)].flatMap((oid) => tables.uploadObjects.get(keyOf(sessionId, oid))?.object ?? []);
  return {
    find: async (repositoryId, sessionId) => {
      const session = tables.uploadSessions.get(sessionId)?.session;
      return session?.repositoryId === repositoryId ? session : undefined;
    },
    findOpenLfs: async (repositoryId, userId, now) =>
      sessionsWhere(
        (session) =>
          session.kind === 'lfs' &&
          session.repositoryId === repositoryId &&
          session.userId === userId &&
          isOpenAt(session, now) &&
          tables.uploadSessions.get(session.id)?.settling === 'due',
      )
        .sort(byEnd)
        .at(-1),
    findObject: async (sessionId, oid) => tables.uploadObjects.get(keyOf(sessionId, oid))?.object,
    countObjects: async (sessionId) => tables.uploadObjects.where((row) => row.sessionId === sessionId).length,
    findObjectSizes: async (sessionId, oids) =>
      new Map(findObjects(sessionId, oids).map(({ oid, sizeBytes }) => [oid, sizeBytes])),
    findUnrefusedSizes: async (sessionId, oids) =>
      new Map(
        findObjects(sessionId, oids)
          .filter(({ oid }) => tables.uploadObjects.get(keyOf(sessionId, oid))?.refused === undefined)
          .map(({ oid, sizeBytes }) => [oid, sizeBytes]),
      ),
    listUploadIds: async (sessionId) =>
      tables.uploadObjects
        .where((row) => row.sessionId === sessionId)
        .flatMap(({ object: { oid, parts } }) => (parts?.uploadId === undefined ? [] : [{ oid, uploadId: parts.uploadId }])),
    findPendingLfs: async (repositoryId, oids, endsAfter) =>
      sessionsWhere(
        (session) => session.kind === 'lfs' && session.repositoryId === repositoryId && takesVerified(session, endsAfter),
      ).flatMap((session) =>
        findObjects(session.id, oids).flatMap((object) => {
          const refused = tables.uploadObjects.get(keyOf(session.id, object.oid))?.refused;
          return object.state === 'AUTHORIZED' ? [{ session, object, refused }] : [];
        }),
      ),
    listOpen: async (organizationId, now) =>
      sessionsWhere(
        (session) => session.kind === 'session' && session.organizationId === organizationId && isOpenAt(session, now),
      ).sort((left, right) => left.createdAt - right.createdAt || compareText(left.id, right.id)),
    listWithObject: async (repositoryId, oid, now, limit) =>
      sessionsWhere(
        (session) =>
          session.repositoryId === repositoryId &&
          isOpenAt(session, now) &&
          tables.uploadObjects.get(keyOf(session.id, oid)) !== undefined,
      )
        .sort((left, right) => left.createdAt - right.createdAt || compareText(left.id, right.id))
        .slice(0, limit),
    listExpired: async (now, limit) =>
      sessionsWhere((session) => session.status === 'OPEN' && session.expiresAt <= now)
        .sort(byEnd)
        .slice(0, limit),
    listUnswept: async (kind, endedBefore, limit) =>
      tables.uploadSessions
        .where(
          ({ session, endedAt, sweep }) =>
            session.kind === kind && sweep !== 'done' && endedAt !== undefined && endedAt <= endedBefore,
        )
        .toSorted((left, right) => (left.endedAt ?? 0) - (right.endedAt ?? 0) || compareText(left.session.id, right.session.id))
        .map(({ session }) => session)
        .slice(0, limit),
    ...reservationQueries(tables),
    ...awaitedQueries(tables),
  };
};

/** Writes to one session; false, and nothing written, when it is not there or `holds` says no. */
const changeSession = (
  tables: DraftTables,
  sessionId: UploadSessionId,
  holds: (session: UploadSession) => boolean,
  change: (session: UploadSession) => { readonly session: UploadSession; readonly endedAt?: Instant },
): boolean => {
  const row = tables.uploadSessions.get(sessionId);
  if (row === undefined || !holds(row.session)) return false;
  tables.uploadSessions.put(sessionId, { ...row, ...change(row.session) });
  return true;
};

const ended = (session: UploadSession, status: 'FINALIZED' | 'EXPIRED' | 'ABORTED', now: Instant) => ({
  session: { ...session, status },
  endedAt: Math.min(session.expiresAt, now),
});

const withParts = ({ parts: _former, ...object }: UploadObject, parts: ObjectParts | undefined): UploadObject =>
  parts === undefined ? object : { ...object, parts };

export const uploadRecords = (tables: DraftTables): UploadRecords => {
  const queries = uploadQueries(tables);
  return {
    ...queries,
    add: async (session) => {
      invariant(tables.uploadSessions.get(session.id) === undefined, 'an upload session id is used once');
      tables.uploadSessions.put(session.id, { session, endedAt: undefined, sweep: 'due', settling: 'due' });
    },
    // Transactions run one after the other, so it is held already.
    lock: (repositoryId, sessionId) => queries.find(repositoryId, sessionId),
    extend: async (sessionId, expiresAt) => {
      const isEarlier = (session: UploadSession): boolean => session.status === 'OPEN' && session.expiresAt < expiresAt;
      changeSession(tables, sessionId, isEarlier, (session) => ({ session: { ...session, expiresAt } }));
    },
    touch: async (sessionId, activeAt) => {
      const isOther = (session: UploadSession): boolean =>
        session.activeAt < activeAt || session.activeAt > beyondSchedule(activeAt, 0);
      changeSession(tables, sessionId, isOther, (session) => ({ session: { ...session, activeAt } }));
    },
    addObjects: async (sessionId, objects) => {
      invariant(tables.uploadSessions.get(sessionId) !== undefined, 'an upload object belongs to a session');
      const added: Oid[] = [];
      for (const object of objects) {
        const key = keyOf(sessionId, object.oid);
        const present = tables.uploadObjects.get(key);
        if (present !== undefined) {
          const { name = object.name } = present.object;
          if (name !== present.object.name) tables.uploadObjects.put(key, { ...present, object: { ...present.object, name } });
          continue;
        }
        tables.uploadObjects.put(key, { sessionId, object: { ...object, state: 'AUTHORIZED' } });
        added.push(object.oid);
      }
      return added;
    },
    forgetObject: async (repositoryId, oid) =>
      tables.uploadObjects.removeWhere(({ sessionId, object }) => {
        const row = tables.uploadSessions.get(sessionId);
        const isMeant = row?.session.kind === 'lfs' && row.session.repositoryId === repositoryId && row.sweep !== 'done';
        return isMeant && object.oid === oid && object.reservedBytes === 0;
      }),
    resizeObject: async (sessionId, oid, { sizeBytes, reservedBytes, largerUntil }) => {
      const key = keyOf(sessionId, oid);
      const object = tables.uploadObjects.get(key)?.object;
      if (object?.state !== 'AUTHORIZED' || object.parts !== undefined) return false;
      tables.uploadObjects.put(key, { sessionId, object: { ...object, sizeBytes, reservedBytes }, largerUntil });
      return true;
    },
    beginParts: async (sessionId, oid, parts) => {
      const row = tables.uploadObjects.get(keyOf(sessionId, oid));
      if (row?.object.state !== 'AUTHORIZED' || row.object.parts?.uploadId !== undefined) return false;
      tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, object: withParts(row.object, parts) });
      return true;
    },
    endParts: async (sessionId, oid, uploadId, outcome) => {
      const row = tables.uploadObjects.get(keyOf(sessionId, oid));
      const parts = row?.object.parts;
      if (row === undefined || parts?.uploadId !== uploadId) return false;
      const left = outcome === 'lost' ? undefined : { ...parts, uploadId: undefined };
      tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, object: withParts(row.object, left) });
      return true;
    },
    completeObject: async (sessionId, { oid, sizeBytes, type }, endsAfter) => {
      const row = tables.uploadObjects.get(keyOf(sessionId, oid));
      if (row?.object.state !== 'AUTHORIZED' || row.object.sizeBytes !== sizeBytes) return false;
      const { object } = row;
      const count = (session: UploadSession): { readonly session: UploadSession } => ({
        session: {
          ...session,
          uploadedObjects: session.uploadedObjects + 1,
          uploadedBytes: session.uploadedBytes + sizeBytes,
        },
      });
      const isSwept = tables.uploadSessions.get(sessionId)?.sweep !== 'due';
      if (isSwept || !changeSession(tables, sessionId, (session) => takesVerified(session, endsAfter), count)) return false;
      const completed: UploadObject = { ...object, state: 'COMPLETED', ...(type !== undefined && { type }) };
      tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, object: completed });
      return true;
    },
    completedObjects: async (sessionId) =>
      tables.uploadObjects
        .where((row) => row.sessionId === sessionId && row.object.state === 'COMPLETED')
        .map(({ object }) => object),
    finalize: async (sessionId, now) =>
      changeSession(
        tables,
        sessionId,
        (session) => isOpenAt(session, now),
        (session) => ended(session, 'FINALIZED', now),
      ),
    setGeneration: async (sessionId, generation) => {
      changeSession(
        tables,
        sessionId,
        () => true,
        (session) => ({ session: { ...session, generation } }),
      );
    },
    expire: async (sessionId, now) =>
      changeSession(
        tables,
        sessionId,
        (session) => session.status === 'OPEN' && session.expiresAt <= now,
        (session) => ended(session, 'EXPIRED', now),
      ),
    abort: async (sessionId, now) =>
      changeSession(
        tables,
        sessionId,
        (session) => session.status === 'OPEN',
        (session) => ended(session, 'ABORTED', now),
      ),
    expireAllOfRepository: async (repositoryId, now) => {
      const isMeant = (session: UploadSession): boolean => session.repositoryId === repositoryId && session.status === 'OPEN';
      for (const { session } of tables.uploadSessions.where((row) => isMeant(row.session))) {
        changeSession(tables, session.id, isMeant, (open) => ended(open, 'EXPIRED', now));
      }
    },
    ...reservationRecords(tables),
    ...awaitedRecords(tables),
    postponeSweep: async (sessionId, endedAt) => {
      const row = tables.uploadSessions.get(sessionId);
      if (row?.endedAt !== undefined) tables.uploadSessions.put(sessionId, { ...row, endedAt });
    },
    sweepAgain: async (sessionId, endedAt) => {
      const row = tables.uploadSessions.get(sessionId);
      if (row?.sweep === 'done') tables.uploadSessions.put(sessionId, { ...row, sweep: 'begun', endedAt });
    },
    markSwept: async (sessionId) => {
      const row = tables.uploadSessions.get(sessionId);
      if (row !== undefined) tables.uploadSessions.put(sessionId, { ...row, sweep: 'done' });
    },
  };
};
