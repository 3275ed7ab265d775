import type { Instant, RepositoryId } from '@svc/core/model';
import type { RepositoryConditions } from '@svc/core/ports';
import { sql } from 'kysely';
import { backlogOf, counted, oldest } from './backlog-of.js';
import type { SqlSource } from './sql-source.js';

/** Each is a range of an index that is of this repository alone. */
export const readConditions = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  now: Instant,
): Promise<RepositoryConditions> => {
  const last = await db
    .selectFrom('objects')
    .select('created_at')
    .where('repository_id', '=', repositoryId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const verifications = await db
    .selectFrom('pending_verifications')
    .select([counted, oldest('requested_at'), sql<number>`cast(coalesce(sum(size_bytes), 0) as bigint)`.as('bytes')])
    .where('repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('tree_files')
    .select([counted, oldest('changed_at')])
    .where('repository_id', '=', repositoryId)
    // A literal, since the index is one of these files alone and a parameter could have any value.
    .where('state', '=', sql.lit('receiving'))
    .executeTakeFirstOrThrow();
  const sessions = await db
    .selectFrom('upload_sessions')
    .select([counted, oldest('created_at')])
    .where('repository_id', '=', repositoryId)
    .where('status', '=', 'OPEN')
    .where('kind', '=', 'session')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const locks = await db
    .selectFrom('locks')
    .select([counted, oldest('locked_at')])
    .where('repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  return {
    lastVerifiedAt: last?.created_at,
    pendingVerifications: { ...backlogOf(verifications), bytes: verifications.bytes },
    receivingFiles: backlogOf(files),
    openSessions: backlogOf(sessions),
    locks: backlogOf(locks),
  };
};
