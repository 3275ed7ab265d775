import { latestLookAt, type UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant } from '../../model/values/index.js';
import type { UploadQueries, UploadRecords } from '../../ports/records/upload-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

type AwaitedQueries = Pick<UploadQueries, 'listDueLfs' | 'listAwaited'>;

/** Objects of LFS sessions that may have come without a word. */
export const awaitedQueries = (tables: ReadableTables): AwaitedQueries => ({
  listDueLfs: async (now, limit) => {
    const sessionsDue = (isDue: (dueAt: Instant, session: UploadSession) => boolean): UploadSession[] =>
      tables.uploadSessions
        .where(({ dueAt, session }) => dueAt !== undefined && isDue(dueAt, session))
        .toSorted((left, right) => (left.dueAt ?? 0) - (right.dueAt ?? 0) || compareText(left.session.id, right.session.id))
        .map(({ session }) => session);
    const due = sessionsDue((dueAt) => dueAt <= now);
    return [...due, ...sessionsDue((dueAt, session) => dueAt > latestLookAt(session, now))].slice(0, limit);
  },
  listAwaited: async (sessionId, { after, limit, refusedToo }) =>
    tables.uploadObjects
      .where(
        (row) =>
          row.sessionId === sessionId &&
          row.object.state === 'AUTHORIZED' &&
          (refusedToo || row.refused === undefined) &&
          (after === undefined || row.object.oid > after),
      )
      .map(({ object }) => object)
      .toSorted((left, right) => compareText(left.oid, right.oid))
      .slice(0, limit),
});

type AwaitedRecords = Pick<UploadRecords, 'setLfsDue' | 'refuseObject' | 'awaitRefused'>;

export const awaitedRecords = (tables: DraftTables): AwaitedRecords => ({
  setLfsDue: async (sessionId, dueAt) => {
    const row = tables.uploadSessions.get(sessionId);
    if (row?.session.kind === 'lfs') tables.uploadSessions.put(sessionId, { ...row, dueAt });
  },
  refuseObject: async (sessionId, { oid, sizeBytes }, version) => {
    const row = tables.uploadObjects.get(keyOf(sessionId, oid));
    if (row?.object.state !== 'AUTHORIZED' || row.object.sizeBytes !== sizeBytes) return;
    tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, refused: { version } });
  },
  awaitRefused: async (sessionId, oids) => {
    for (const oid of oids) {
      const row = tables.uploadObjects.get(keyOf(sessionId, oid));
      if (row?.refused !== undefined) tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, refused: undefined });
    }
  },
});
