import type { GitIndexQueries } from '@svc/core/ports';
import { hashToBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { commitColumns, commitDetailsOf, gitIdOf, indexedCommitOf } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';
import { wantedIds, wantedNumbers } from './wanted-rows.js';

/** Of commits, and of the graph that they make. */
export const gitCommitQueries = (
  source: SqlSource,
): Pick<
  GitIndexQueries,
  'findCommits' | 'findCommitDetails' | 'findCommitIds' | 'listCommitsBetween' | 'findRoots' | 'listGraphChunks'
> => {
  const { db, dialect, lookUps } = source;
  return {
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
    findRoots: async (repositoryId, commits) => {
      const rows = await inBatches(
        commits,
        (batch) => lookUps.gitRoots(db, [repositoryId, dialect.numbersParameter(batch)]),
        keysPerLookUp,
      );
      return new Map(rows.map((row) => [row.number, { commit: row.root_commit, offset: row.root_offset }]));
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
  };
};
