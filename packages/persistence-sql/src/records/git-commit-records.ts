import type { RepositoryId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { inBatches } from '../in-batches.js';
import { givenCommit, givenCommitColumns, rowsPerStatement } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';

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

type GitCommitRecords = Pick<GitIndexRecords, 'addCommits' | 'putGraphChunks'>;

export const gitCommitRecords = (source: SqlSource): GitCommitRecords => {
  const { db } = source;
  return {
    addCommits: addCommits(source),
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
  };
};
