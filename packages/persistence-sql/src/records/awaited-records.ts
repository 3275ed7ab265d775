import { beyondSchedule, type Instant, maxLfsLookDelayMs, uploadSessionLifetimeMs } from '@svc/core/model';
import type { UploadQueries, UploadRecords } from '@svc/core/ports';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import type { SqlSource } from './sql-source.js';
import { sessionOf, uploadObjectOf } from './upload-rows.js';

type AwaitedQueries = Pick<UploadQueries, 'listDueLfs' | 'listAwaited'>;

/** Whether a session is due later than a quarter of the time since its last batch explains: see `latestLookAt`. */
const isAfterIdleQuarter = (now: Instant): RawBuilder<SqlBool> =>
  sql<SqlBool>`4 * (lfs_due_at - ${beyondSchedule(now, 0)}) > ${now + uploadSessionLifetimeMs} - expires_at`;

/** Objects of LFS sessions that may have come without a word. */
export const awaitedQueries = ({ db }: SqlSource): AwaitedQueries => ({
  listDueLfs: async (now, limit) => {
    const sessions = db.selectFrom('upload_sessions').selectAll().orderBy('lfs_due_at').orderBy('id');
    const due = await sessions.where('lfs_due_at', '<=', now).limit(limit).execute();
    if (due.length >= limit) return due.map(sessionOf);
    const ahead = await sessions
      .where('lfs_due_at', '>', beyondSchedule(now, maxLfsLookDelayMs))
      .where(isAfterIdleQuarter(now))
      .limit(limit - due.length)
      .execute();
    return [...due, ...ahead].map(sessionOf);
  },
  listAwaited: async (sessionId, { after, limit, refusedToo }) => {
    let query = db.selectFrom('upload_objects').selectAll().where('session_id', '=', sessionId).where('state', '=', 'AUTHORIZED');
    if (!refusedToo) query = query.where('is_refused', '=', 0);
    if (after !== undefined) query = query.where('oid', '>', hashToBinary(after));
    const rows = await query.orderBy('oid').limit(limit).execute();
    return rows.map(uploadObjectOf);
  },
});

type AwaitedRecords = Pick<UploadRecords, 'setLfsDue' | 'refuseObject' | 'awaitRefused'>;

export const awaitedRecords = ({ db, dialect }: SqlSource): AwaitedRecords => ({
  setLfsDue: async (sessionId, dueAt) => {
    await db
      .updateTable('upload_sessions')
      .set({ lfs_due_at: dueAt ?? null })
      .where('id', '=', sessionId)
      .where('kind', '=', 'lfs')
      .execute();
  },
  refuseObject: async (sessionId, { oid, sizeBytes }, version) => {
    await db
      .updateTable('upload_objects')
      .set({ is_refused: 1, refused_version: version ?? null })
      .where('session_id', '=', sessionId)
      .where('oid', '=', hashToBinary(oid))
      .where('state', '=', 'AUTHORIZED')
      .where('size_bytes', '=', sizeBytes)
      .execute();
  },
  awaitRefused: async (sessionId, oids) => {
    await inBatches(
      oids,
      (batch) => {
        const wanted = dialect.hashRows(dialect.hashesParameter(batch)).as('wanted');
        return db
          .updateTable('upload_objects')
          .set({ is_refused: 0 })
          .where('session_id', '=', sessionId)
          .where('is_refused', '=', 1)
          .where('oid', 'in', (objects) => objects.selectFrom(wanted).select('wanted.hash'))
          .execute();
      },
      keysPerLookUp,
    );
  },
});
