import type { GitId, GitPath, GitRefName, GitRename, GitUse, RepositoryId } from '@svc/core/model';
import type { GitIndexQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import { countMissing } from './count-missing.js';
import {
  commitColumns,
  commitDetailsOf,
  gitIdOf,
  gitObjectOf,
  hashOfPath,
  indexedCommitOf,
  indexOf,
  indexSessionOf,
  pathFromBinary,
  pathToBinary,
  pendingFolderOf,
  pendingOf,
  refOf,
  refTargetOf,
  useOf,
} from './git-index-rows.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

/** The ids as rows of the column `wanted`. */
const wantedIds = ({ dialect }: SqlSource, ids: readonly GitId[]) =>
  dialect.givenRows(dialect.rowsParameter(ids.map((id) => [id])), { wanted: 'hash' }).as('given');

const wantedNumbers = ({ dialect }: SqlSource, numbers: readonly number[]) =>
  dialect.numberRows(dialect.numbersParameter(numbers)).as('given');

const targetsOf = ({ db }: SqlSource, repositoryId: RepositoryId) =>
  db
    .selectFrom('git_refs')
    .innerJoin('git_commits', (join) =>
      join
        .onRef('git_commits.repository_id', '=', 'git_refs.repository_id')
        .onRef('git_commits.number', '=', 'git_refs.target_number'),
    )
    .where('git_refs.repository_id', '=', repositoryId);

const refsOf = (source: SqlSource, repositoryId: RepositoryId) =>
  targetsOf(source, repositoryId).select([
    'name',
    'target_number',
    'tag_id',
    'tagger_name',
    'tagger_email',
    'tagged_at',
    'notes',
    'git_commits.id as target',
  ]);

const findRenames = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  commit: number,
  column: 'from_path' | 'to_path',
  paths: readonly GitPath[],
  limit: number,
): Promise<readonly GitRename[]> => {
  let left = limit;
  const rows = await inBatches(paths, async (batch) => {
    if (left === 0) return [];
    const found = await db
      .selectFrom('git_renames')
      .select(['from_path', 'to_path', 'similarity'])
      .where('repository_id', '=', repositoryId)
      .where('commit_number', '=', commit)
      .where(column, 'in', batch.map(pathToBinary))
      .limit(left)
      .execute();
    left -= found.length;
    return found;
  });
  return rows.map((row) => ({
    from: pathFromBinary(row.from_path),
    to: pathFromBinary(row.to_path),
    similarity: row.similarity,
  }));
};
const byPlace = (left: Pick<GitUse, 'commit' | 'path'>, right: Pick<GitUse, 'commit' | 'path'>): number =>
  left.commit - right.commit || (left.path < right.path ? -1 : Number(left.path > right.path));

export const gitIndexQueries = (source: SqlSource): GitIndexQueries => {
  const { db, dialect, lookUps } = source;
  return {
    find: async (repositoryId) => {
      const [row] = await lookUps.gitIndexOf(db, [repositoryId]);
      return row && indexOf(row);
    },
    findSession: async (repositoryId, sessionId) => {
      const row = await db
        .selectFrom('git_index_sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .where('repository_id', '=', repositoryId)
        .executeTakeFirst();
      return row && indexSessionOf(row);
    },
    findCommits: async (repositoryId, ids) => {
      const rows = await inBatches(
        ids,
        (batch) =>
          db
            .selectFrom(wantedIds(source, batch))
            .crossJoin('git_commits')
            .select(commitColumns)
            .where('repository_id', '=', repositoryId)
            .whereRef('id', '=', 'given.wanted')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [gitIdOf(row.id), indexedCommitOf(row)]));
    },
    findObjects: async (repositoryId, ids) => {
      const rows = await inBatches(
        ids,
        (batch) =>
          db
            .selectFrom(wantedIds(source, batch))
            .crossJoin('git_objects')
            .select(['number', 'id', 'size_bytes', 'lfs_oid', 'lfs_size_bytes', 'content_oid'])
            .where('repository_id', '=', repositoryId)
            .whereRef('id', '=', 'given.wanted')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [gitIdOf(row.id), gitObjectOf(row)]));
    },
    findCommitDetails: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) => lookUps.gitCommits(db, [repositoryId, dialect.numbersParameter(batch)]),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [row.number, commitDetailsOf(row)]));
    },
    findCommitIds: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) =>
          db
            .selectFrom(wantedNumbers(source, batch))
            .crossJoin('git_commits')
            .select(['git_commits.number', 'id'])
            .where('repository_id', '=', repositoryId)
            .whereRef('git_commits.number', '=', 'given.number')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map(({ number, id }) => [number, gitIdOf(id)]));
    },
    listCommitsBetween: async (repositoryId, from, to, limit) => {
      const rows = await db
        .selectFrom('git_commits')
        .select(commitColumns)
        .where('repository_id', '=', repositoryId)
        .where('id', '>=', hashToBinary(from))
        .where('id', '<=', hashToBinary(to))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(indexedCommitOf);
    },
    findObjectsByNumber: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) => lookUps.gitObjects(db, [repositoryId, dialect.numbersParameter(batch)]),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [row.number, gitObjectOf(row)]));
    },
    findObjectIds: async (repositoryId, numbers) => {
      const rows = await inBatches(
        numbers,
        (batch) =>
          db
            .selectFrom(wantedNumbers(source, batch))
            .crossJoin('git_objects')
            .select(['git_objects.number', 'id'])
            .where('repository_id', '=', repositoryId)
            .whereRef('git_objects.number', '=', 'given.number')
            .execute(),
        keysPerLookUp,
      );
      return new Map(rows.map(({ number, id }) => [number, gitIdOf(id)]));
    },
    loadNodes: async (repositoryId, pages) => {
      const rows = await lookUps.gitNodes(db, [repositoryId, dialect.numbersParameter(pages)]);
      return new Map(rows.map(({ page, bytes }) => [page, bytes]));
    },
    findRenamesFrom: (repositoryId, commit, paths, limit) => findRenames(source, repositoryId, commit, 'from_path', paths, limit),
    findRenamesTo: (repositoryId, commit, paths, limit) => findRenames(source, repositoryId, commit, 'to_path', paths, limit),
    listRenames: async (repositoryId, commits, limit) => {
      const rows = await db
        .selectFrom(wantedNumbers(source, commits))
        .crossJoin('git_renames')
        .select(['commit_number', 'from_path', 'to_path', 'similarity'])
        .where('repository_id', '=', repositoryId)
        .whereRef('commit_number', '=', 'given.number')
        .limit(limit)
        .execute();
      return rows
        .map((row) => ({
          commit: row.commit_number,
          from: pathFromBinary(row.from_path),
          to: pathFromBinary(row.to_path),
          similarity: row.similarity,
        }))
        .toSorted((left, right) => left.commit - right.commit);
    },
    findRoots: async (repositoryId, commits) => {
      const rows = await inBatches(
        commits,
        (batch) => lookUps.gitRoots(db, [repositoryId, dialect.numbersParameter(batch)]),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [row.number, { commit: row.root_commit, offset: row.root_offset }]));
    },
    listDeletions: async (repositoryId, path, upTo, limit) => {
      const rows = await db
        .selectFrom('git_deleted_paths')
        .select('commit_number')
        .where('repository_id', '=', repositoryId)
        .where('path_hash', '=', hashOfPath(path))
        .where('commit_number', '<=', upTo)
        .orderBy('commit_number', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ commit_number: commit }) => commit);
    },
    listGraphChunks: async (repositoryId, first) => {
      const rows = await db
        .selectFrom('git_graph_chunks')
        .select('bytes')
        .where('repository_id', '=', repositoryId)
        .where('chunk', '>=', first)
        .orderBy('chunk')
        .execute();
      return rows.map(({ bytes }) => bytes);
    },
    listRefs: async (repositoryId, page) => {
      let query = refsOf(source, repositoryId);
      if (page.cursor !== undefined) query = query.where('name', '>', sql<GitRefName>`${page.cursor}`);
      const rows = await query
        .orderBy('name')
        .limit(page.limit + 1)
        .execute();
      return pageOf(rows, page, refOf, ({ name }) => name);
    },
    listRefTargets: async (repositoryId, page) => {
      let query = targetsOf(source, repositoryId).select(['name', 'tag_id', 'git_commits.id as target']);
      if (page.cursor !== undefined) query = query.where('name', '>', sql<GitRefName>`${page.cursor}`);
      const rows = await query
        .orderBy('name')
        .limit(page.limit + 1)
        .execute();
      return pageOf(rows, page, refTargetOf, ({ name }) => name);
    },
    findRefs: async (repositoryId, names) => {
      const rows = await inBatches(names, (batch) => refsOf(source, repositoryId).where('name', 'in', batch).execute(), 500);
      return new Map(rows.map((row) => [row.name, refOf(row)]));
    },
    listTips: async (repositoryId) => {
      const rows = await db
        .selectFrom('git_refs')
        .select(['name', 'target_number', 'tagged_at'])
        .where('repository_id', '=', repositoryId)
        .orderBy('name')
        .execute();
      return rows.map(({ name, target_number: commit, tagged_at: taggedAt }) => ({
        name,
        commit,
        taggedAt: taggedAt ?? undefined,
      }));
    },
    countRefs: async (repositoryId) => {
      const { count } = await db
        .selectFrom('git_refs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('repository_id', '=', repositoryId)
        .executeTakeFirstOrThrow();
      return count;
    },
    countMissingObjects: (repositoryId) => countMissing(source, repositoryId),
    unindexedObjects: async (repositoryId, after, limit) => {
      const some = db
        .selectFrom('objects')
        .select('created_at')
        .where('repository_id', '=', repositoryId)
        .where('created_at', '>', after)
        .where((object) =>
          object.not(
            object.exists(
              object
                .selectFrom('git_objects')
                .select('number')
                .where('repository_id', '=', repositoryId)
                .where('lfs_oid', 'is not', null)
                .whereRef('lfs_oid', '=', 'objects.oid'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
        .as('first');
      const { count, oldest } = await db
        .selectFrom(some)
        .select([
          sql<number>`cast(count(*) as bigint)`.as('count'),
          sql<number | null>`cast(min(created_at) as bigint)`.as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      return { count, oldestAt: oldest ?? undefined };
    },
    listPointers: async (repositoryId, oid, limit) => {
      const rows = await db
        .selectFrom('git_objects')
        .select('number')
        .where('repository_id', '=', repositoryId)
        .where('lfs_oid', '=', hashToBinary(oid))
        .where('lfs_oid', 'is not', null)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map(({ number }) => number);
    },
    findPlaces: async (repositoryId, oids) => {
      const rows = await inBatches(
        oids,
        (batch) =>
          db
            .selectFrom(dialect.givenRows(dialect.rowsParameter(batch.map((oid) => [oid])), { wanted: 'hash' }).as('given'))
            .crossJoin('git_objects')
            .select((pointer) => {
              const first = pointer
                .selectFrom('git_uses')
                .where('git_uses.repository_id', '=', repositoryId)
                .whereRef('object_number', '=', 'git_objects.number')
                .orderBy('commit_number')
                .orderBy('path')
                .limit(1);
              return ['given.wanted', first.select('commit_number').as('commit'), first.select('path').as('path')];
            })
            .where('git_objects.repository_id', '=', repositoryId)
            .whereRef('lfs_oid', '=', 'given.wanted')
            .where('lfs_oid', 'is not', null)
            .execute(),
        keysPerLookUp,
      );
      const places = rows.flatMap(({ wanted, commit, path }) =>
        commit === null || path === null ? [] : [{ oid: oidFromBinary(wanted), commit, path: pathFromBinary(path) }],
      );
      // The first of an object is taken last, in the place of the others.
      return new Map(places.toSorted((left, right) => byPlace(right, left)).map(({ oid, path }) => [oid, path]));
    },
    isContent: async (repositoryId, oid) => {
      const row = await db
        .selectFrom('git_objects')
        .select('number')
        .where('repository_id', '=', repositoryId)
        .where('content_oid', '=', hashToBinary(oid))
        .where('content_oid', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    listUses: async (repositoryId, pointers, { after, limit }) => {
      const firstOf = async (pointer: number): Promise<readonly GitUse[]> => {
        let query = db
          .selectFrom('git_uses')
          .select(['object_number', 'commit_number', 'path'])
          .where('repository_id', '=', repositoryId)
          .where('object_number', '=', pointer);
        if (after !== undefined) {
          const { commit, path } = after;
          query = query.where((place) =>
            place(place.refTuple('commit_number', 'path'), '>', place.tuple(commit, pathToBinary(path))),
          );
        }
        const rows = await query.orderBy('commit_number').orderBy('path').limit(limit).execute();
        return rows.map(useOf);
      };
      const uses: GitUse[] = [];
      // Nearly always there is one: to read some of each and to sort them keeps to the index.
      for (const pointer of pointers) uses.push(...(await firstOf(pointer)));
      return uses.toSorted(byPlace).slice(0, limit);
    },
    listUsesUpTo: async (repositoryId, pointers, upTo, limit) => {
      const rows = await inBatches(
        pointers,
        (batch) =>
          db
            .selectFrom(wantedNumbers(source, batch))
            .crossJoin('git_uses')
            .select(['object_number', 'commit_number', 'path'])
            .where('repository_id', '=', repositoryId)
            .whereRef('object_number', '=', 'given.number')
            .where('commit_number', '<=', upTo)
            .limit(limit)
            .execute(),
        keysPerLookUp,
      );
      return rows.slice(0, limit).map(useOf);
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
      if (after !== undefined) query = query.where('folder', '>', pathToBinary(after));
      const rows = await query.orderBy('folder').limit(limit).execute();
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
