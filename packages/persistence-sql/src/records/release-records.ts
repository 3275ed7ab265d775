import type { ReleaseQueries, ReleaseRecords } from '@svc/core/ports';
import { inBatches } from '../in-batches.js';
import type { SqlSource } from './sql-source.js';

/** Tags of one statement. */
const tagsPerStatement = 500;

export const releaseQueries = ({ db }: SqlSource): ReleaseQueries => ({
  findNotes: async (repositoryId, tags) => {
    const rows = await inBatches(
      tags,
      (batch) =>
        db
          .selectFrom('git_releases')
          .select(['tag', 'notes', 'updated_at'])
          .where('repository_id', '=', repositoryId)
          .where('tag', 'in', batch)
          .execute(),
      tagsPerStatement,
    );
    return new Map(rows.map(({ tag, notes, updated_at: updatedAt }) => [tag, { notes, updatedAt }]));
  },
});

/** What people have written in place of the messages of tags. */
export const releaseRecords = (source: SqlSource): ReleaseRecords => {
  const { db } = source;
  return {
    putNotes: async (repositoryId, tag, { notes, updatedAt }) => {
      await db
        .insertInto('git_releases')
        .values({ repository_id: repositoryId, tag, notes, updated_at: updatedAt })
        .onConflict((conflict) => conflict.columns(['repository_id', 'tag']).doUpdateSet({ notes, updated_at: updatedAt }))
        .execute();
    },
    removeNotes: async (repositoryId, tags) => {
      await inBatches(
        tags,
        (batch) => db.deleteFrom('git_releases').where('repository_id', '=', repositoryId).where('tag', 'in', batch).execute(),
        tagsPerStatement,
      );
    },
    ...releaseQueries(source),
  };
};
