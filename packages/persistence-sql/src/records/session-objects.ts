import type { Oid } from '@svc/core';
import type { RepositoryId, UploadObject, UploadSessionId } from '@svc/core/model';
import { type ExpressionBuilder, sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** What sessions have, of which one may have very many. */
export const objectsOfSessions = { table: 'upload_objects', owner: 'session_id', place: 'oid' } as const;

/** The tables of a query that asks sessions for some objects, as `hashRows` gives them. */
type Asked = Pick<Schema, 'upload_objects' | 'upload_sessions'> & { readonly wanted: { readonly hash: Uint8Array } };

/**
 * A column of the wanted object in a session; null where the session does not have it. One by one: joined, PostgreSQL reads the objects of all sessions that there ever
 * were, which stay for good.
 */
export const wantedInSession = <Column extends keyof Schema['upload_objects']>(
  pair: ExpressionBuilder<Asked, 'upload_sessions' | 'wanted'>,
  column: Column,
) =>
  pair
    .selectFrom('upload_objects')
    .select(`upload_objects.${column}` as const)
    .whereRef('upload_objects.session_id', '=', 'upload_sessions.id')
    .whereRef('upload_objects.oid', '=', 'wanted.hash');

export const countObjects = async ({ db }: SqlSource, sessionId: UploadSessionId, added: number): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set((session) => ({ object_count: session('object_count', '+', added) }))
    .where('id', '=', sessionId)
    .execute();
};

/** Those LFS sessions of the repository that were not swept to the end. */
const unsweptLfs = ({ db }: SqlSource, repositoryId: RepositoryId) =>
  db
    .selectFrom('upload_sessions')
    .select('id')
    .where('repository_id', '=', repositoryId)
    .where('kind', '=', 'lfs')
    // A literal, since the index is one of unswept sessions alone.
    .where('is_swept', '=', sql.lit(0));

/** Takes the object, in one of these states, out of those unswept LFS sessions of the repository that hold nothing back for it. */
export const forgetInSessions = async (
  source: SqlSource,
  repositoryId: RepositoryId,
  oid: Oid,
  states: readonly UploadObject['state'][],
): Promise<void> => {
  const forgotten = await source.db
    .deleteFrom('upload_objects')
    .where('oid', '=', hashToBinary(oid))
    .where('reserved_bytes', '=', 0)
    .where('state', 'in', states)
    .where('session_id', 'in', unsweptLfs(source, repositoryId))
    .returning('session_id')
    .execute();
  for (const { session_id: sessionId } of forgotten) await countObjects(source, sessionId, -1);
};

/** Has the object awaited anew in those unswept LFS sessions of the repository that have verified it and hold something back for it still. */
export const awaitHeld = async (source: SqlSource, repositoryId: RepositoryId, oid: Oid): Promise<void> => {
  await source.db
    .updateTable('upload_objects')
    .set({ state: 'AUTHORIZED', artifact_type: null, is_refused: 0 })
    .where('oid', '=', hashToBinary(oid))
    .where('reserved_bytes', '>', 0)
    .where('state', '=', 'COMPLETED')
    .where('session_id', 'in', unsweptLfs(source, repositoryId))
    .execute();
};
