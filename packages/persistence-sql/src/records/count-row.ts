import type { RepositoryId } from '@svc/core/model';
import type { SqlSource } from './sql-source.js';

/** How many rows a repository has of something, so that nobody counts them. */
type RowCount = 'lock_count' | 'tree_file_count' | 'graph_edge_count';

/** Counts one more, and answers how many there are then; undefined, and nothing written, when there are `max` already. Rivals wait for the row. */
export const countRow = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  count: RowCount,
  max: number,
): Promise<number | undefined> => {
  const [counted] = await db
    .updateTable('repository_usages')
    .set((usage) => ({ [count]: usage(count, '+', 1) }))
    .where('repository_id', '=', repositoryId)
    .where(count, '<', max)
    .returning(count)
    .execute();
  return counted?.[count];
};

export const countRowOut = async ({ db }: SqlSource, repositoryId: RepositoryId, count: RowCount): Promise<void> => {
  await db
    .updateTable('repository_usages')
    .set((usage) => ({ [count]: usage(count, '-', 1) }))
    .where('repository_id', '=', repositoryId)
    .where(count, '>', 0)
    .execute();
};
