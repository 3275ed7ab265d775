import type { Oid } from '@svc/core';
import type { UploadSession } from '@svc/core/model';
import type { UploadQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import type { SqlSource } from './sql-source.js';
import { sessionOf, uploadObjectOf } from './upload-rows.js';

type ReservationQueries = Pick<
  UploadQueries,
  'listUnsettled' | 'listOversized' | 'listHeld' | 'listUnregistered' | 'findNeeded' | 'isReclaimed'
>;

/** Those of the oids that the repository has registered as whole ones. */
const registeredWhole = async ({ db, dialect }: SqlSource, { repositoryId }: UploadSession, oids: readonly Oid[]) =>
  db
    .selectFrom(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted'))
    .crossJoin('objects')
    .select('objects.oid')
    .where('objects.repository_id', '=', repositoryId)
    .whereRef('objects.oid', '=', 'wanted.hash')
    .where('objects.layout', '=', 'whole')
    .execute();

/** Those of the oids that other sessions can still complete: those that are open, and those of LFS that are not being swept. */
const expectedByOthers = async ({ db, dialect }: SqlSource, { id, repositoryId }: UploadSession, oids: readonly Oid[]) =>
  db
    .selectFrom('upload_sessions')
    .crossJoin(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted'))
    .crossJoin('upload_objects')
    .select('upload_objects.oid')
    .where('upload_sessions.repository_id', '=', repositoryId)
    .where('upload_sessions.id', '!=', id)
    .where((session) =>
      session.or([
        session('upload_sessions.status', '=', 'OPEN'),
        session.and([
          session('upload_sessions.kind', '=', 'lfs'),
          session('upload_sessions.is_swept', '=', 0),
          session('upload_sessions.is_sweeping', '=', 0),
        ]),
      ]),
    )
    .whereRef('upload_objects.session_id', '=', 'upload_sessions.id')
    .whereRef('upload_objects.oid', '=', 'wanted.hash')
    .execute();

/** What sessions hold back, and what their sweeping has to know. */
export const reservationQueries = (source: SqlSource): ReservationQueries => {
  const { db } = source;
  return {
    listUnsettled: async (endsBefore, limit) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .selectAll()
        .where('status', '=', 'OPEN')
        .where('expires_at', '<=', endsBefore)
        .where('kind', '=', 'lfs')
        .where('settling', '<', 2)
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(sessionOf);
    },
    listOversized: async (now, limit) => {
      const rows = await db
        .selectFrom('upload_objects')
        .innerJoin('upload_sessions', 'upload_sessions.id', 'upload_objects.session_id')
        .selectAll('upload_sessions')
        .select(['upload_objects.oid', 'upload_objects.size_bytes', 'upload_objects.reserved_bytes', 'upload_objects.state'])
        .where('upload_objects.larger_until', '<=', now)
        .where('upload_sessions.status', '=', 'OPEN')
        .orderBy('upload_objects.larger_until')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ session: sessionOf(row), object: uploadObjectOf(row) }));
    },
    listHeld: async (sessionId, after, limit) => {
      let query = db
        .selectFrom('upload_objects')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('state', '=', 'AUTHORIZED')
        .where('reserved_bytes', '>', 0);
      if (after !== undefined) query = query.where('oid', '>', hashToBinary(after));
      const rows = await query.orderBy('oid').limit(limit).execute();
      return rows.map(uploadObjectOf);
    },
    listUnregistered: async ({ id, repositoryId }, after, limit) => {
      let query = db
        .selectFrom('upload_objects')
        .leftJoin('objects', (join) =>
          join
            .on('objects.repository_id', '=', repositoryId)
            .onRef('objects.oid', '=', 'upload_objects.oid')
            .on('objects.layout', '=', 'whole'),
        )
        .select('upload_objects.oid')
        .where('upload_objects.session_id', '=', id)
        .where('objects.oid', 'is', null);
      if (after !== undefined) query = query.where('upload_objects.oid', '>', hashToBinary(after));
      const rows = await query.orderBy('upload_objects.oid').limit(limit).execute();
      return rows.map(({ oid }) => oidFromBinary(oid));
    },
    findNeeded: async (session, oids) => {
      const registered = await registeredWhole(source, session, oids);
      const expected = await expectedByOthers(source, session, oids);
      return new Set([...registered, ...expected].map(({ oid }) => oidFromBinary(oid)));
    },
    isReclaimed: async (repositoryId, oid) => {
      const marked = await db
        .selectFrom('reclaim_marks')
        .select(sql<number>`1`.as('marked'))
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hashToBinary(oid))
        .executeTakeFirst();
      return marked !== undefined;
    },
  };
};
