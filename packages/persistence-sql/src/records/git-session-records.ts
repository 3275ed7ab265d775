import type { GitId, IndexSessionId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { indexSessionOf, pathToBinary, progressToText } from './git-index-rows.js';
import { endOfKey } from './git-path-keys.js';
import type { SqlSource } from './sql-source.js';

const ofCommits = ({ dialect, db }: SqlSource, ids: readonly GitId[]) =>
  db.selectFrom(dialect.givenRows(dialect.rowsParameter(ids.map((id) => [id])), { wanted: 'hash' }).as('given')).select('wanted');

const removeSession =
  ({ db }: SqlSource): GitIndexRecords['removeSession'] =>
  async ({ id, repositoryId }) => {
    const { bytes: ofCommitsBytes } = await db
      .selectFrom('git_pending_commits')
      .select(sql<number>`cast(coalesce(sum(length(raw)), 0) as bigint)`.as('bytes'))
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    const pages = db.selectFrom('git_pending_pages').select('page').where('session_id', '=', id);
    const { bytes: ofPages } = await db
      .selectFrom('git_nodes')
      .select(sql<number>`cast(coalesce(sum(length(bytes)), 0) as bigint)`.as('bytes'))
      .where('repository_id', '=', repositoryId)
      .where('page', 'in', pages)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('git_nodes').where('repository_id', '=', repositoryId).where('page', 'in', pages).execute();
    await db.deleteFrom('git_index_sessions').where('id', '=', id).execute();
    return ofCommitsBytes + ofPages;
  };

type GitPendingRecords = Pick<
  GitIndexRecords,
  'addPending' | 'putProgress' | 'addPendingPages' | 'addPendingFolders' | 'removePending'
>;

/** What is kept of commits that are not complete. */
const pendingRecords = (source: SqlSource): GitPendingRecords => {
  const { db, dialect } = source;
  return {
    addPending: async (sessionId, commits) => {
      const rows = commits.map(({ id, raw, progress }) => ({
        session_id: sessionId,
        id: hashToBinary(id),
        raw,
        progress: progress === undefined ? null : progressToText(progress),
      }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_pending_commits')
          .values([...batch])
          .execute(),
      );
    },
    putProgress: async (sessionId, commit, progress) => {
      await db
        .updateTable('git_pending_commits')
        .set({ progress: progressToText(progress) })
        .where('session_id', '=', sessionId)
        .where('id', '=', hashToBinary(commit))
        .execute();
    },
    addPendingPages: async (sessionId, commit, pages) => {
      const rows = pages.map((page) => ({ session_id: sessionId, commit_id: hashToBinary(commit), page }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_pending_pages')
          .values([...batch])
          .execute(),
      );
    },
    addPendingFolders: async (sessionId, commit, folders) => {
      const rows = folders.map(({ folder, odd }) => ({
        session_id: sessionId,
        commit_id: hashToBinary(commit),
        folder: pathToBinary(folder),
        odd_id: odd === undefined ? null : hashToBinary(odd.id),
        plain_id: odd === undefined ? null : hashToBinary(odd.plainId),
      }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_pending_folders')
          .values([...batch])
          .onConflict((conflict) =>
            conflict.expression(sql`session_id, commit_id, ${endOfKey(dialect, sql.ref('folder'))}`).doUpdateSet((set) => ({
              odd_id: set.fn.coalesce(set.ref('excluded.odd_id'), set.ref('git_pending_folders.odd_id')),
              plain_id: set.fn.coalesce(set.ref('excluded.plain_id'), set.ref('git_pending_folders.plain_id')),
            })),
          )
          .execute(),
      );
    },
    removePending: async (sessionId: IndexSessionId, ids) => {
      if (ids.length === 0) return;
      for (const table of ['git_pending_pages', 'git_pending_folders'] as const) {
        await db.deleteFrom(table).where('session_id', '=', sessionId).where('commit_id', 'in', ofCommits(source, ids)).execute();
      }
      await db
        .deleteFrom('git_pending_commits')
        .where('session_id', '=', sessionId)
        .where('id', 'in', ofCommits(source, ids))
        .execute();
    },
  };
};

type GitSessionRecords = GitPendingRecords &
  Pick<GitIndexRecords, 'addSession' | 'listSessions' | 'finalizeSession' | 'removeSession'>;

export const gitSessionRecords = (source: SqlSource): GitSessionRecords => {
  const { db } = source;
  return {
    ...pendingRecords(source),
    addSession: async (session) => {
      await db
        .insertInto('git_index_sessions')
        .values({
          id: session.id,
          repository_id: session.repositoryId,
          object_format: session.objectFormat,
          base_generation: session.baseGeneration,
          repository_generation: session.repositoryGeneration ?? null,
          opened_by: session.openedBy,
          opened_at: session.openedAt,
          expires_at: session.expiresAt,
          generation: null,
          commits: null,
          refs: null,
          missing_objects: null,
        })
        .execute();
    },
    listSessions: async (repositoryId) => {
      const rows = await db
        .selectFrom('git_index_sessions')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        .orderBy('opened_at')
        .orderBy('id')
        .execute();
      return rows.map(indexSessionOf);
    },
    finalizeSession: async (sessionId, { generation, commits, refs, missingObjects }) => {
      await db
        .updateTable('git_index_sessions')
        .set({ generation, commits, refs, missing_objects: missingObjects })
        .where('id', '=', sessionId)
        .execute();
    },
    removeSession: removeSession(source),
  };
};
