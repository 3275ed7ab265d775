import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Oid, RepositoryId, UploadSessionId } from '../../model/values/index.js';
import type { UploadQueries, UploadRecords } from '../../ports/records/upload-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

type ReservationQueries = Pick<
  UploadQueries,
  'listUnsettled' | 'listOversized' | 'listHeld' | 'listUnregistered' | 'findNeeded' | 'findExpected' | 'isReclaimed'
>;

const isRegisteredWhole = (tables: ReadableTables, repositoryId: RepositoryId, oid: Oid): boolean =>
  tables.objects.get(keyOf(repositoryId, oid))?.object.layout === 'whole';

const isKeptWhole = (tables: ReadableTables, repositoryId: RepositoryId, oid: Oid): boolean =>
  isRegisteredWhole(tables, repositoryId, oid) ||
  tables.quarantinedObjects.get(keyOf(repositoryId, oid))?.quarantined.object.layout === 'whole';

const pageByOid = (objects: readonly UploadObject[], after: Oid | undefined, limit: number): readonly UploadObject[] =>
  objects
    .filter(({ oid }) => after === undefined || oid > after)
    .toSorted((left, right) => compareText(left.oid, right.oid))
    .slice(0, limit);

/** What sessions hold back, and what their sweeping has to know. */
export const reservationQueries = (tables: ReadableTables): ReservationQueries => {
  const objectsOf = (sessionId: UploadSessionId): readonly UploadObject[] =>
    tables.uploadObjects.where((row) => row.sessionId === sessionId).map(({ object }) => object);
  /** Those of the oids that sessions can still complete, but for one. */
  const expected = (repositoryId: RepositoryId, oids: readonly Oid[], butFor?: UploadSessionId): readonly Oid[] => {
    const live = tables.uploadSessions
      .where(({ session, sweep }) => session.status === 'OPEN' || (session.kind === 'lfs' && sweep === 'due'))
      .filter(({ session }) => session.id !== butFor && session.repositoryId === repositoryId);
    return oids.filter((oid) => live.some(({ session }) => tables.uploadObjects.get(keyOf(session.id, oid)) !== undefined));
  };
  return {
    listUnsettled: async (endsBefore, limit) =>
      tables.uploadSessions
        .where(
          ({ session: { kind, status, expiresAt }, settling }) =>
            kind === 'lfs' && status === 'OPEN' && settling !== 'done' && expiresAt <= endsBefore,
        )
        .map(({ session }) => session)
        .toSorted((left, right) => left.expiresAt - right.expiresAt || compareText(left.id, right.id))
        .slice(0, limit),
    listOversized: async (now, limit) =>
      tables.uploadObjects
        .where(({ largerUntil }) => largerUntil !== undefined && largerUntil <= now)
        .toSorted((left, right) => (left.largerUntil ?? 0) - (right.largerUntil ?? 0))
        .flatMap(({ sessionId, object }) => {
          const session = tables.uploadSessions.get(sessionId)?.session;
          return session?.status === 'OPEN' ? [{ session, object }] : [];
        })
        .slice(0, limit),
    listHeld: async (sessionId, after, limit) => {
      const isHeld = ({ state, reservedBytes }: UploadObject): boolean => state === 'AUTHORIZED' && reservedBytes > 0;
      return pageByOid(objectsOf(sessionId).filter(isHeld), after, limit);
    },
    listUnregistered: async ({ id, repositoryId }, after, limit) => {
      const unregistered = objectsOf(id).filter(({ oid }) => !isKeptWhole(tables, repositoryId, oid));
      return pageByOid(unregistered, after, limit).map(({ oid }) => oid);
    },
    findNeeded: async ({ id, repositoryId }, oids) =>
      new Set([...oids.filter((oid) => isKeptWhole(tables, repositoryId, oid)), ...expected(repositoryId, oids, id)]),
    findExpected: async (repositoryId, oids) => new Set(expected(repositoryId, oids)),
    isReclaimed: async (repositoryId, oid, holder) => {
      const mark = tables.reclaimMarks.get(keyOf(repositoryId, oid));
      return mark !== undefined && (holder === undefined || mark.holder === holder);
    },
  };
};

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

export const reservationRecords = (tables: DraftTables): ReservationRecords => {
  const nothing = (): number => 0;
  /** Sets what the objects hold back, and answers by how much less that is. */
  const lessen = (isMeant: (sessionId: UploadSessionId, oid: Oid) => boolean, left: (object: UploadObject) => number): number => {
    let bytes = 0;
    for (const row of tables.uploadObjects.where(({ sessionId, object }) => isMeant(sessionId, object.oid))) {
      const { object, largerUntil } = row;
      const reservedBytes = left(object);
      bytes += object.reservedBytes - reservedBytes;
      const lessened = { ...row, object: { ...object, reservedBytes }, largerUntil: left === nothing ? undefined : largerUntil };
      tables.uploadObjects.put(keyOf(row.sessionId, object.oid), lessened);
    }
    return bytes;
  };
  const withoutSize = ({ reservedBytes, sizeBytes }: UploadObject): number => Math.max(0, reservedBytes - sizeBytes);
  const change = (
    sessionId: UploadSessionId,
    part: { readonly settling: 'begun' | 'done' } | { readonly sweep: 'begun'; readonly dueAt: undefined },
  ): void => {
    const row = tables.uploadSessions.get(sessionId);
    if (row !== undefined) tables.uploadSessions.put(sessionId, { ...row, ...part });
  };
  const ofRepository = (repositoryId: RepositoryId, holds: (session: UploadSession) => boolean): number =>
    lessen((of) => {
      const session = tables.uploadSessions.get(of)?.session;
      return session?.repositoryId === repositoryId && holds(session);
    }, nothing);
  return {
    heldBySession: async (sessionId) =>
      tables.uploadObjects.where((row) => row.sessionId === sessionId).reduce((sum, { object }) => sum + object.reservedBytes, 0),
    takeReservations: async (sessionId) => lessen((of) => of === sessionId, nothing),
    takeReservation: async (sessionId, oid) => lessen((of, each) => of === sessionId && each === oid, withoutSize),
    takeRegistered: async ({ id, repositoryId }) => {
      const isMeant = (of: UploadSessionId, oid: Oid): boolean =>
        of === id &&
        tables.uploadObjects.get(keyOf(id, oid))?.object.state === 'COMPLETED' &&
        isRegisteredWhole(tables, repositoryId, oid);
      return lessen(isMeant, withoutSize);
    },
    setReservation: async (sessionId, oid, formerBytes, bytes) => {
      const row = tables.uploadObjects.get(keyOf(sessionId, oid));
      if (row?.object.reservedBytes !== formerBytes) return false;
      const object = { ...row.object, reservedBytes: bytes };
      tables.uploadObjects.put(keyOf(sessionId, oid), { ...row, object, largerUntil: undefined });
      return true;
    },
    takeReservationsOfRepository: async (repositoryId) => ({
      open: ofRepository(repositoryId, ({ status }) => status === 'OPEN'),
      ended: ofRepository(repositoryId, ({ status }) => status !== 'OPEN'),
    }),
    beginSettling: async (sessionId) => change(sessionId, { settling: 'begun' }),
    markSettled: async (sessionId) => change(sessionId, { settling: 'done' }),
    markReclaimed: async (repositoryId, oids, { holder, at, staleBefore }) =>
      oids.filter((oid) => {
        const key = keyOf(repositoryId, oid);
        const mark = tables.reclaimMarks.get(key);
        if (mark !== undefined && mark.at > staleBefore) return false;
        tables.reclaimMarks.put(key, { repositoryId, holder, at });
        return true;
      }),
    unmarkReclaimed: async (repositoryId, oids, holder) => {
      for (const oid of oids) {
        const key = keyOf(repositoryId, oid);
        if (tables.reclaimMarks.get(key)?.holder === holder) tables.reclaimMarks.remove(key);
      }
    },
    beginSweep: async (sessionId) => change(sessionId, { sweep: 'begun', dueAt: undefined }),
  };
};
