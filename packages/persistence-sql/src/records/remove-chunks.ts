import type { RepositoryId } from '@svc/core/model';
import type { SqlSource } from './sql-source.js';

/** Removes up to `limit` chunks of the repository, whichever; whether there were so many. */
export const removeChunks = async ({ db }: SqlSource, repositoryId: RepositoryId, limit: number): Promise<boolean> => {
  const first = db.selectFrom('chunks').select('name').where('repository_id', '=', repositoryId).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('chunks')
    .where('repository_id', '=', repositoryId)
    .where('name', 'in', first)
    .executeTakeFirstOrThrow();
  return numDeletedRows >= limit;
};
