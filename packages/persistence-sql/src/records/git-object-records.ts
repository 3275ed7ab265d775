import type { RepositoryId } from '@svc/core/model';
import type { GitIndexRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { inBatches } from '../in-batches.js';
import { rowsPerStatement } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';
import { withGiven } from './with-given.js';

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

type GitObjectRecords = Pick<GitIndexRecords, 'addObjects' | 'putContents'>;

export const gitObjectRecords = (source: SqlSource): GitObjectRecords => {
  const { db, dialect } = source;
  return {
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
  };
};
