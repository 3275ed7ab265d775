import { setImmediate } from 'node:timers/promises';
import type { GitId, IndexSession, IndexSessionId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import { indexSessionOf, pathToBinary, progressToText } from './git-index-rows.js';
import { endOfKey } from './git-path-keys.js';
import { inWindowsOf } from './in-windows-of.js';
import { type OwnedRows, removeFirst, removeInSlices, rowsPerSlice } from './remove-first.js';
import type { SqlSource } from './sql-source.js';
import { wantedNumbers } from './wanted-rows.js';

const ofCommits = ({ dialect, db }: SqlSource, ids: readonly GitId[]) =>
  db.selectFrom(dialect.givenRows(dialect.rowsParameter(ids.map((id) => [id])), { wanted: 'hash' }).as('given')).select('wanted');

const pendingPages: OwnedRows = { table: 'git_pending_pages', owner: 'session_id', place: ['commit_id', 'page'] };

/** Of these a session may have very many rows. */
export const pendingRows: readonly OwnedRows[] = [
  { table: 'git_pending_folders', owner: 'session_id', place: ['commit_id'] },
  pendingPages,
  { table: 'git_pending_commits', owner: 'session_id', place: ['id'] },
];

/** Removes the nodes of commits that are not complete, in slices, each with the rows that name its pages; answers how many bytes they had. */
const removePendingNodes = async (source: SqlSource, { id, repositoryId }: IndexSession): Promise<number> => {
  const { db } = source;
  let sum = 0;
  for (;;) {
    const pages = await db
      .selectFrom('git_pending_pages')
      .select('page')
      .where('session_id', '=', id)
      .orderBy('commit_id')
      .orderBy('page')
      .limit(rowsPerSlice)
      .execute();
    if (pages.length === 0) return sum;
    const given = wantedNumbers(
      source,
      pages.map(({ page }) => page),
    );
    const removed = await db
      .deleteFrom('git_nodes')
      .where('repository_id', '=', repositoryId)
      .where('page', 'in', db.selectFrom(given).select('number'))
      .returning(sql<number>`cast(length(bytes) as bigint)`.as('bytes'))
      .execute();
    sum += removed.reduce((total, { bytes }) => total + bytes, 0);
    await removeFirst(source, pendingPages, id, rowsPerSlice);
    await setImmediate();
  }
};

const pendingCommits = { table: 'git_pending_commits', owner: 'session_id', place: 'id' } as const;

/** How many bytes the commits have that are not complete. There may be very many: they are added up window by window. */
const sumUpPending = async ({ db }: SqlSource, { id }: IndexSession): Promise<number> => {
  let sum = 0;
  await inWindowsOf({ db }, pendingCommits, id, async (isInWindow) => {
    const { bytes } = await db
      .selectFrom('git_pending_commits')
      .select(sql<number>`cast(coalesce(sum(length(raw)), 0) as bigint)`.as('bytes'))
      .where(isInWindow)
      .executeTakeFirstOrThrow();
    sum += bytes;
  });
  return sum;
};

const removeSession =
  (source: SqlSource): GitIndexRecords['removeSession'] =>
  async (session) => {
    const { db } = source;
    const ofCommits = await sumUpPending(source, session);
    const ofNodes = await removePendingNodes(source, session);
    for (const rows of pendingRows) await removeInSlices(source, rows, session.id);
    await db.deleteFrom('git_index_sessions').where('id', '=', session.id).execute();
    return ofCommits + ofNodes;
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
