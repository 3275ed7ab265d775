import type { UploadQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { sizesByOid } from '../found-by-oid.js';
import { awaitedQueries } from './awaited-records.js';
import { inBatches, keysPerLookUp, lookUpInBatches } from '../in-batches.js';
import { reservationQueries } from './reservation-queries.js';
import { wantedInSession } from './session-objects.js';
import type { SqlSource } from './sql-source.js';
import { sessionOf, uploadObjectOf } from './upload-rows.js';

/** Sessions of clients and of LFS pushes, and what is in them. */
export const uploadQueries = (source: SqlSource): UploadQueries => {
  const { db, dialect, lookUps } = source;
  return {
    ...reservationQueries(source),
    ...awaitedQueries(source),
    find: async (repositoryId, sessionId) => {
      const row = await db
        .selectFrom('upload_sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .where('repository_id', '=', repositoryId)
        .executeTakeFirst();
      return row && sessionOf(row);
    },
    findOpenLfs: async (repositoryId, userId, now) => {
      const [row] = await lookUps.openLfsSession(db, [repositoryId, userId, now]);
      return row && sessionOf(row);
    },
    findObject: async (sessionId, oid) => {
      const row = await db
        .selectFrom('upload_objects')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('oid', '=', hashToBinary(oid))
        .executeTakeFirst();
      return row && uploadObjectOf(row);
    },
    countObjects: async (sessionId) => {
      const row = await db.selectFrom('upload_sessions').select('object_count').where('id', '=', sessionId).executeTakeFirst();
      return row?.object_count ?? 0;
    },
    findObjectSizes: async (sessionId, oids) =>
      lookUpInBatches(oids, async (batch) =>
        sizesByOid(batch, await lookUps.sizesInSession(db, [sessionId, dialect.hashesParameter(batch)])),
      ),
    findUnrefusedSizes: async (sessionId, oids) =>
      lookUpInBatches(oids, async (batch) =>
        sizesByOid(batch, await lookUps.unrefusedSizesInSession(db, [sessionId, dialect.hashesParameter(batch)])),
      ),
    listUploadIds: async (sessionId) => {
      const rows = await db
        .selectFrom('upload_objects')
        .select(['oid', 'upload_id'])
        .where('session_id', '=', sessionId)
        .where('upload_id', 'is not', null)
        .$narrowType<{ upload_id: string }>()
        .execute();
      return rows.map(({ oid, upload_id }) => ({ oid: oidFromBinary(oid), uploadId: upload_id }));
    },
    findPendingLfs: async (repositoryId, oids, endsAfter) => {
      const rows = await inBatches(
        [...new Set(oids)],
        (batch) =>
          db
            .selectFrom(dialect.hashRows(dialect.hashesParameter(batch)).as('wanted'))
            .crossJoin('upload_sessions')
            .selectAll('upload_sessions')
            .select('wanted.hash as oid')
            .select((pair) => [
              wantedInSession(pair, 'size_bytes').$asScalar().$notNull().as('size_bytes'),
              wantedInSession(pair, 'reserved_bytes').$asScalar().$notNull().as('reserved_bytes'),
              wantedInSession(pair, 'state').$asScalar().$notNull().as('state'),
              wantedInSession(pair, 'is_refused').$asScalar().$notNull().as('is_refused'),
              wantedInSession(pair, 'refused_version').$asScalar().as('refused_version'),
            ])
            .where('upload_sessions.repository_id', '=', repositoryId)
            .where('upload_sessions.status', 'in', ['OPEN', 'EXPIRED'])
            .where('upload_sessions.kind', '=', 'lfs')
            .where('upload_sessions.expires_at', '>', endsAfter)
            .where((pair) => pair(wantedInSession(pair, 'state'), '=', 'AUTHORIZED'))
            .execute(),
        keysPerLookUp,
      );
      return rows.map((row) => ({
        session: sessionOf(row),
        object: uploadObjectOf(row),
        refused: row.is_refused === 1 ? { version: row.refused_version ?? undefined } : undefined,
      }));
    },
    listOpen: async (organizationId, now) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'OPEN')
        .where('kind', '=', 'session')
        .where('expires_at', '>', now)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(sessionOf);
    },
    listWithObject: async (repositoryId, oid, now, limit) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .innerJoin('upload_objects', 'upload_objects.session_id', 'upload_sessions.id')
        .selectAll('upload_sessions')
        .where('upload_sessions.repository_id', '=', repositoryId)
        .where('upload_sessions.status', '=', 'OPEN')
        .where('upload_sessions.expires_at', '>', now)
        .where('upload_objects.oid', '=', hashToBinary(oid))
        .orderBy('upload_sessions.created_at')
        .orderBy('upload_sessions.id')
        .limit(limit)
        .execute();
      return rows.map(sessionOf);
    },
    listExpired: async (now, limit) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .selectAll()
        // A literal, since the index is one of OPEN sessions alone.
        .where('status', '=', sql.lit('OPEN'))
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(sessionOf);
    },
    listUnswept: async (kind, endedBefore, limit) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .selectAll()
        // A literal, since the index is one of the unswept sessions alone and a parameter could have any value.
        .where('is_swept', '=', sql.lit(0))
        .where('kind', '=', kind)
        .where('ended_at', '<=', endedBefore)
        .orderBy('ended_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(sessionOf);
    },
  };
};
