import type { RepositoryId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { inBatches } from '../in-batches.js';
import { hashOfPath, pathToBinary, rowsPerStatement } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';

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
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        );
      },
      rowsPerStatement,
    );
  };
};

type GitPathRecords = Pick<GitIndexRecords, 'addNodes' | 'addRenames' | 'addDeletions' | 'addUses'>;

export const gitPathRecords = (source: SqlSource): GitPathRecords => {
  const { db } = source;
  return {
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
          .onConflict((conflict) => conflict.doNothing())
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
  };
};
