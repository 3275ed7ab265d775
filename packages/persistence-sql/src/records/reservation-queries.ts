import type { Oid } from '@svc/core';
import type { RepositoryId, UploadSession, UploadSessionId } from '@svc/core/model';
import type { UploadQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { wantedInSession } from './session-objects.js';
import type { SqlSource } from './sql-source.js';
import { sessionOf, uploadObjectOf } from './upload-rows.js';

type ReservationQueries = Pick<
  UploadQueries,
  'listUnsettled' | 'listOversized' | 'listHeld' | 'listUnregistered' | 'findNeeded' | 'findExpected' | 'isReclaimed'
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

/** Those that the repository has in quarantine as whole ones. */
const quarantinedWhole = async ({ db, dialect }: SqlSource, { repositoryId }: UploadSession, oids: readonly Oid[]) =>
  db
    .selectFrom(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted'))
    .crossJoin('quarantined_objects')
    .select('quarantined_objects.oid')
    .where('quarantined_objects.repository_id', '=', repositoryId)
    .whereRef('quarantined_objects.oid', '=', 'wanted.hash')
    .where('quarantined_objects.layout', '=', 'whole')
    .execute();

/** Those of the oids that sessions can still complete, but for one: those that are open, and those of LFS that are not being swept. */
const expected = async (
  { db, dialect }: SqlSource,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
  butFor?: UploadSessionId,
) => {
  return db
    .selectFrom(dialect.hashRows(dialect.hashesParameter(oids)).as('wanted'))
    .select('wanted.hash as oid')
    .where((wanted) =>
      wanted.exists(
        wanted
          .selectFrom('upload_sessions')
          .select('upload_sessions.id')
          .where('upload_sessions.repository_id', '=', repositoryId)
          // An OPEN one is unswept. A literal, since the index is one of these alone: ended sessions stay.
          .where('upload_sessions.is_swept', '=', sql.lit(0))
          .where((session) =>
            session.or([
              session('upload_sessions.status', '=', 'OPEN'),
              session.and([session('upload_sessions.kind', '=', 'lfs'), session('upload_sessions.is_sweeping', '=', 0)]),
            ]),
          )
          .$if(butFor !== undefined, (sessions) => sessions.where('upload_sessions.id', '!=', sql<UploadSessionId>`${butFor}`))
          .where((pair) => pair(wantedInSession(pair, 'state'), 'is not', null)),
      ),
    )
    .execute();
};

/** What sessions hold back, and what their sweeping has to know. */
export const reservationQueries = (source: SqlSource): ReservationQueries => {
  const { db } = source;
  return {
    listUnsettled: async (endsBefore, limit) => {
      const rows = await db
        .selectFrom('upload_sessions')
        .selectAll()
        // A literal, since the index is one of OPEN sessions alone.
        .where('status', '=', sql.lit('OPEN'))
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
        .leftJoin('quarantined_objects', (join) =>
          join
            .on('quarantined_objects.repository_id', '=', repositoryId)
            .onRef('quarantined_objects.oid', '=', 'upload_objects.oid')
            .on('quarantined_objects.layout', '=', 'whole'),
        )
        .select('upload_objects.oid')
        .where('upload_objects.session_id', '=', id)
        .where('objects.oid', 'is', null)
        .where('quarantined_objects.oid', 'is', null);
      if (after !== undefined) query = query.where('upload_objects.oid', '>', hashToBinary(after));
      const rows = await query.orderBy('upload_objects.oid').limit(limit).execute();
      return rows.map(({ oid }) => oidFromBinary(oid));
    },
    findNeeded: async (session, oids) => {
      const registered = await registeredWhole(source, session, oids);
      const quarantined = await quarantinedWhole(source, session, oids);
      const byOthers = await expected(source, session.repositoryId, oids, session.id);
      return new Set([...registered, ...quarantined, ...byOthers].map(({ oid }) => oidFromBinary(oid)));
    },
    findExpected: async (repositoryId, oids) =>
      new Set((await expected(source, repositoryId, oids)).map(({ oid }) => oidFromBinary(oid))),
    isReclaimed: async (repositoryId, oid, holder) => {
      const mark = await db
        .selectFrom('reclaim_marks')
        .select('holder')
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hashToBinary(oid))
        .executeTakeFirst();
      return mark !== undefined && (holder === undefined || mark.holder === holder);
    },
  };
};
