import type { GitIndexRecords } from '@svc/core/ports';
import { gitCommitRecords } from './git-commit-records.js';
import { gitIndexQueries } from './git-index-queries.js';
import { indexColumns, indexOf } from './git-index-rows.js';
import { gitObjectRecords } from './git-object-records.js';
import { gitPathRecords } from './git-path-records.js';
import { gitRefRecords } from './git-ref-records.js';
import { gitSessionRecords } from './git-session-records.js';
import type { SqlSource } from './sql-source.js';

/** What is kept of a repository's Git history. */
export const gitIndexRecords = (source: SqlSource): GitIndexRecords => {
  const { db } = source;
  return {
    ...gitIndexQueries(source),
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
    ...gitSessionRecords(source),
    ...gitObjectRecords(source),
    ...gitCommitRecords(source),
    ...gitPathRecords(source),
    ...gitRefRecords(source),
  };
};
