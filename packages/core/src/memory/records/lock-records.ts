import { invariant } from '../../model/app-error.js';
import type { Lock } from '../../model/lock.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { LockQueries, LockRecords } from '../../ports/records/lock-records.js';
import { pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const findByPath = (tables: ReadableTables, repositoryId: RepositoryId, path: string): Lock | undefined =>
  tables.locks.where((lock) => lock.repositoryId === repositoryId && lock.path === path)[0];

export const lockQueries = (tables: ReadableTables): LockQueries => ({
  find: async (repositoryId, lockId) => tables.locks.get(keyOf(repositoryId, lockId)),
  findByPath: async (repositoryId, path) => findByPath(tables, repositoryId, path),
  list: async (repositoryId, page, filter = {}) => {
    const matches = (lock: Lock): boolean =>
      lock.repositoryId === repositoryId &&
      (filter.path === undefined || lock.path === filter.path) &&
      (filter.id === undefined || lock.id === filter.id);
    return pageByKey(tables.locks.where(matches), ({ path }) => path, page);
  },
});

export const lockRecords = (tables: DraftTables): LockRecords => ({
  ...lockQueries(tables),
  add: async (lock, max) => {
    invariant(tables.repositories.get(lock.repositoryId) !== undefined, 'a lock belongs to a repository');
    if (findByPath(tables, lock.repositoryId, lock.path) !== undefined) return 'taken';
    if (tables.locks.where(({ repositoryId }) => repositoryId === lock.repositoryId).length >= max) return 'full';
    tables.locks.put(keyOf(lock.repositoryId, lock.id), lock);
    return 'added';
  },
  remove: async (repositoryId, lockId) => {
    const key = keyOf(repositoryId, lockId);
    if (tables.locks.get(key) === undefined) return false;
    tables.locks.remove(key);
    return true;
  },
});
