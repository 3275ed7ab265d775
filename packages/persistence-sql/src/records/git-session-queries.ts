import type { GitIndexQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { gitIdOf, indexSessionOf, pathToBinary, pendingFolderOf, pendingOf } from './git-index-rows.js';
import { orderOf } from './git-path-keys.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';
import { wantedIds } from './wanted-rows.js';

/** What upload sessions of the index have brought so far. */
export const gitSessionQueries = (
  source: SqlSource,
): Pick<
  GitIndexQueries,
  'findSession' | 'findPending' | 'findPendingSizes' | 'countPending' | 'listPendingFolders' | 'listEndedSessions'
> => {
  const { db, dialect } = source;
  return {
    findSession: async (repositoryId, sessionId) => {
      const row = await db
        .selectFrom('git_index_sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .where('repository_id', '=', repositoryId)
        .executeTakeFirst();
      return row && indexSessionOf(row);
    },
    findPending: async (sessionId, ids) => {
      const rows = await inBatches(
        ids,
        (batch) =>
          db
            .selectFrom(wantedIds(source, batch))
            .crossJoin('git_pending_commits')
            .select(['id', 'raw', 'progress'])
            .where('session_id', '=', sessionId)
            .whereRef('id', '=', 'given.wanted')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [gitIdOf(row.id), pendingOf(row)]));
    },
    findPendingSizes: async (sessionId, ids) => {
      const rows = await inBatches(
        ids,
        (batch) =>
          db
            .selectFrom(wantedIds(source, batch))
            .crossJoin('git_pending_commits')
            .select(['id', sql<number>`length(raw)`.as('size')])
            .where('session_id', '=', sessionId)
            .whereRef('id', '=', 'given.wanted')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map(({ id, size }) => [gitIdOf(id), size]));
    },
    countPending: async (sessionId) => {
      const { count } = await db
        .selectFrom('git_pending_commits')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow();
      return count;
    },
    listPendingFolders: async (sessionId, commit, after, limit) => {
      let query = db
        .selectFrom('git_pending_folders')
        .select(['folder', 'odd_id', 'plain_id'])
        .where('session_id', '=', sessionId)
        .where('commit_id', '=', hashToBinary(commit));
      const order = orderOf(dialect, sql.ref('folder'));
      if (after !== undefined) {
        query = query.where(sql<boolean>`(${order}) > (${orderOf(dialect, sql.val(pathToBinary(after)))})`);
      }
      const rows = await query.orderBy(order).limit(limit).execute();
      return rows.map(pendingFolderOf);
    },
    listEndedSessions: async (before, limit) => {
      const rows = await db
        .selectFrom('git_index_sessions')
        .selectAll()
        .where('expires_at', '<', before)
        .where('repository_id', 'not in', removedRepositories(db))
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(indexSessionOf);
    },
  };
};
