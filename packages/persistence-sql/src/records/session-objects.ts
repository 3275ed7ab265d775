import type { Oid } from '@svc/core';
import type { RepositoryId, UploadObject, UploadSessionId } from '@svc/core/model';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { SqlSource } from './sql-source.js';

/** What sessions have, of which one may have very many. */
export const objectsOfSessions = { table: 'upload_objects', owner: 'session_id', place: 'oid' } as const;

export const countObjects = async ({ db }: SqlSource, sessionId: UploadSessionId, added: number): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set((session) => ({ object_count: session('object_count', '+', added) }))
    .where('id', '=', sessionId)
    .execute();
};

/** Takes the object, in one of these states, out of those unswept LFS sessions of the repository that hold nothing back for it. */
export const forgetInSessions = async (
  source: SqlSource,
  repositoryId: RepositoryId,
  oid: Oid,
  states: readonly UploadObject['state'][],
): Promise<void> => {
  const { db } = source;
  const ofLfs = db
    .selectFrom('upload_sessions')
    .select('id')
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'lfs')
    // A literal, since the index is one of unswept sessions alone.
    .where('is_swept', '=', sql.lit(0));
  const forgotten = await db
    .deleteFrom('upload_objects')
    .where('oid', '=', hashToBinary(oid))
    .where('reserved_bytes', '=', 0)
    .where('state', 'in', states)
    .where('session_id', 'in', ofLfs)
    .returning('session_id')
    .execute();
  for (const { session_id: sessionId } of forgotten) await countObjects(source, sessionId, -1);
};
