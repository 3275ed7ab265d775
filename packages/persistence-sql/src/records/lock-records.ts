import type { Lock } from '@svc/core/model';
import type { LockQueries, LockRecords } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { countRow, countRowOut } from './count-row.js';
import type { SqlSource } from './sql-source.js';

const lockOf = (row: Selectable<Schema['locks']>): Lock => ({
  id: row.id,
  repositoryId: row.repository_id,
  path: row.path,
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  lockedAt: row.locked_at,
});

export const lockQueries = ({ db }: SqlSource): LockQueries => ({
  find: async (repositoryId, lockId) => {
    const row = await db
      .selectFrom('locks')
      .selectAll()
      .where('id', '=', lockId)
      .where('repository_id', '=', repositoryId)
      .executeTakeFirst();
    return row && lockOf(row);
  },
  findByPath: async (repositoryId, path) => {
    const row = await db
      .selectFrom('locks')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row && lockOf(row);
  },
  list: async (repositoryId, page, filter = {}) => {
    const { path, id } = filter;
    let query = db.selectFrom('locks').selectAll().where('repository_id', '=', repositoryId);
    if (path !== undefined) query = query.where('path', '=', path);
    if (id !== undefined) query = query.where('id', '=', id);
    if (page.cursor !== undefined) query = query.where('path', '>', page.cursor);
    const rows = await query
      .orderBy('path')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, lockOf, (lock) => lock.path);
  },
});

export const lockRecords = (source: SqlSource): LockRecords => ({
  add: async (lock, max) => {
    const added = await source.db
      .insertInto('locks')
      .values({
        repository_id: lock.repositoryId,
        path: lock.path,
        id: lock.id,
        owner_id: lock.ownerId,
        owner_name: lock.ownerName,
        locked_at: lock.lockedAt,
      })
      .onConflict((conflict) => conflict.columns(['repository_id', 'path']).doNothing())
      .returning('id')
      .execute();
    if (added.length === 0) return 'taken';
    return (await countRow(source, lock.repositoryId, 'lock_count', max)) !== undefined ? 'added' : 'full';
  },
  remove: async (repositoryId, lockId) => {
    const removed = await source.db
      .deleteFrom('locks')
      .where('id', '=', lockId)
      .where('repository_id', '=', repositoryId)
      .returning('id')
      .execute();
    if (removed.length > 0) await countRowOut(source, repositoryId, 'lock_count');
    return removed.length > 0;
  },
  ...lockQueries(source),
});
