import type { GitId, IndexSessionId, RepositoryId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import {
  givenCommit,
  givenCommitColumns,
  hashOfPath,
  indexColumns,
  indexOf,
  indexSessionOf,
  pathToBinary,
  progressToText,
  refColumns,
} from './git-index-rows.js';
import { gitIndexQueries } from './git-index-queries.js';
import type { SqlSource } from './sql-source.js';
import { withGiven } from './with-given.js';

/** Rows that one statement adds: it holds the process for a few milliseconds. */
const rowsPerStatement = 500;

/** What stands for the size of what has none. */
const noSize = -1;

const givenObjectColumns = { number: 'number', id: 'hash', size: 'number', lfs_oid: 'hash', lfs_size: 'number' } as const;

const addObjects = (source: SqlSource): GitIndexRecords['addObjects'] => {
  const { db, dialect } = source;
  const nullIfNone = (column: string, size: string) =>
    sql<never>`case when ${sql.ref(size)} < 0 then null else ${sql.ref(column)} end`;
  return async (repositoryId, objects) => {
    await inBatches(
      objects,
      (batch) => {
        const rows = batch.map(({ number, id, sizeBytes, lfs }) => [
          number,
          id,
          sizeBytes ?? noSize,
          lfs?.oid ?? '',
          lfs?.sizeBytes ?? noSize,
        ]);
        const given = dialect.givenRows(dialect.rowsParameter(rows), givenObjectColumns).as('given');
        return db
          .insertInto('git_objects')
          .columns(['repository_id', 'number', 'id', 'size_bytes', 'lfs_oid', 'lfs_size_bytes'])
          .expression(
            db
              .selectFrom(given)
              .select([
                sql<RepositoryId>`${repositoryId}`.as('repository_id'),
                'number',
                'id',
                nullIfNone('size', 'size').as('size_bytes'),
                nullIfNone('lfs_oid', 'lfs_size').as('lfs_oid'),
                nullIfNone('lfs_size', 'lfs_size').as('lfs_size_bytes'),
              ]),
          )
          .execute();
      },
      rowsPerStatement,
    );
  };
};

const addCommits = (source: SqlSource): GitIndexRecords['addCommits'] => {
  const { db, dialect } = source;
  const columns = [
    'number',
    'id',
    'parents',
    'tree_object',
    'root_commit',
    'root_offset',
    'author_name',
    'author_email',
    'authored_at',
    'author_offset',
    'committer_name',
    'committer_email',
    'committed_at',
    'committer_offset',
    'message',
  ] as const;
  return async (repositoryId, commits) => {
    await inBatches(
      commits,
      (batch) => {
        const given = dialect.givenRows(dialect.rowsParameter(batch.map(givenCommit)), givenCommitColumns).as('given');
        return db
          .insertInto('git_commits')
          .columns(['repository_id', ...columns])
          .expression(db.selectFrom(given).select([sql<RepositoryId>`${repositoryId}`.as('repository_id'), ...columns]))
          .execute();
      },
      rowsPerStatement,
    );
  };
};

const givenUseColumns = { object_number: 'number', commit_number: 'number', path: 'hash' } as const;

const addUses = (source: SqlSource): GitIndexRecords['addUses'] => {
  const { db, dialect } = source;
  const columns = ['object_number', 'commit_number', 'path'] as const;
  return async (repositoryId, uses) => {
    await inBatches(
      uses,
      (batch) => {
        const rows = batch.map(({ object, commit, path }) => [object, commit, Buffer.from(path, 'latin1').toString('hex')]);
        const given = dialect.givenRows(dialect.rowsParameter(rows), givenUseColumns).as('given');
        const values = db.selectFrom(given).select([sql<RepositoryId>`${repositoryId}`.as('repository_id'), ...columns]);
        return (
          db
            .insertInto('git_uses')
            .columns(['repository_id', ...columns])
            // SQLite takes "on conflict" for a join where the query before it has no condition.
            .expression(values.where(sql.lit(true)))
            .onConflict((conflict) => conflict.columns(['repository_id', ...columns]).doNothing())
            .execute()
        );
      },
      rowsPerStatement,
    );
  };
};

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

/** What is kept of commits that are not complete. */
const pendingRecords = (
  source: SqlSource,
): Pick<
  GitIndexRecords,
  'addPending' | 'putProgress' | 'addPendingPages' | 'addPendingFolders' | 'removePending' | 'removeSession'
> => {
  const { db } = source;
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
            conflict.columns(['session_id', 'commit_id', 'folder']).doUpdateSet((set) => ({
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
    removeSession: removeSession(source),
  };
};

/** What is kept of a repository's Git history. */
export const gitIndexRecords = (source: SqlSource): GitIndexRecords => {
  const { db, dialect } = source;
  return {
    ...pendingRecords(source),
    // Writing it holds it, on every database.
    lock: async (repositoryId) => {
      const row = await db
        .updateTable('git_indexes')
        .set((expression) => ({ generation: expression.ref('generation') }))
        .where('repository_id', '=', repositoryId)
        .returningAll()
        .executeTakeFirst();
      return row && indexOf(row);
    },
    put: async (repositoryId, index) => {
      await db
        .insertInto('git_indexes')
        .values({ repository_id: repositoryId, ...indexColumns(index) })
        .onConflict((conflict) => conflict.column('repository_id').doUpdateSet(indexColumns(index)))
        .execute();
    },
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
    addObjects: addObjects(source),
    putContents: async (repositoryId, contents) => {
      await inBatches(
        [...contents],
        (batch) =>
          withGiven(db, dialect.givenRows(dialect.rowsParameter(batch), { object: 'number', oid: 'hash' }))
            .updateTable('git_objects')
            .from('given')
            .set((update) => ({ content_oid: update.ref('given.oid') }))
            .where('repository_id', '=', repositoryId)
            .whereRef('number', '=', 'given.object')
            .where('number', 'in', (row) => row.selectFrom('given').select('object'))
            .execute(),
        rowsPerStatement,
      );
    },
    addCommits: addCommits(source),
    addNodes: async (repositoryId, pages) => {
      const rows = [...pages].map(([page, bytes]) => ({ repository_id: repositoryId, page, bytes }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_nodes')
          .values([...batch])
          .execute(),
      );
    },
    addRenames: async (repositoryId, commit, renames) => {
      const rows = renames.map(({ from, to, similarity }) => ({
        repository_id: repositoryId,
        commit_number: commit,
        to_path: pathToBinary(to),
        from_path: pathToBinary(from),
        similarity,
      }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_renames')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['repository_id', 'commit_number', 'to_path', 'from_path']).doNothing())
          .execute(),
      );
    },
    addDeletions: async (repositoryId, deletions) => {
      const rows = deletions.map(({ commit, path }) => ({
        repository_id: repositoryId,
        path_hash: hashOfPath(path),
        commit_number: commit,
      }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_deleted_paths')
          .values([...batch])
          .onConflict((conflict) => conflict.columns(['repository_id', 'path_hash', 'commit_number']).doNothing())
          .execute(),
      );
    },
    addUses: addUses(source),
    putGraphChunks: async (repositoryId, chunks) => {
      const rows = [...chunks].map(([chunk, bytes]) => ({ repository_id: repositoryId, chunk, bytes }));
      await inBatches(rows, (batch) =>
        db
          .insertInto('git_graph_chunks')
          .values([...batch])
          .onConflict((conflict) =>
            conflict.columns(['repository_id', 'chunk']).doUpdateSet((set) => ({ bytes: set.ref('excluded.bytes') })),
          )
          .execute(),
      );
    },
    putRefs: async (repositoryId, refs) => {
      await inBatches(refs, (batch) =>
        db
          .insertInto('git_refs')
          .values(batch.map((ref) => ({ repository_id: repositoryId, ...refColumns(ref) })))
          .onConflict((conflict) =>
            conflict.columns(['repository_id', 'name']).doUpdateSet((set) => ({
              target_number: set.ref('excluded.target_number'),
              tag_id: set.ref('excluded.tag_id'),
              tagger_name: set.ref('excluded.tagger_name'),
              tagger_email: set.ref('excluded.tagger_email'),
              tagged_at: set.ref('excluded.tagged_at'),
              notes: set.ref('excluded.notes'),
            })),
          )
          .execute(),
      );
    },
    removeRefs: async (repositoryId, names) => {
      await inBatches(
        names,
        (batch) => db.deleteFrom('git_refs').where('repository_id', '=', repositoryId).where('name', 'in', batch).execute(),
        rowsPerStatement,
      );
    },
    ...gitIndexQueries(source),
  };
};

export { gitIndexQueries } from './git-index-queries.js';
