import type { IdempotencyQueries, IdempotencyRecords, IdempotencyScope } from '../../ports/records/idempotency-records.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const keyOfScope = (scope: IdempotencyScope): string => keyOf(scope.userId, scope.operation, scope.repositoryId, scope.key);

export const idempotencyQueries = (tables: ReadableTables): IdempotencyQueries => ({
  find: async (scope) => tables.idempotencyKeys.get(keyOfScope(scope))?.entry,
});

export const idempotencyRecords = (tables: DraftTables): IdempotencyRecords => ({
  ...idempotencyQueries(tables),
  add: async (scope, entry, createdAt) => {
    const key = keyOfScope(scope);
    if (tables.idempotencyKeys.get(key) !== undefined) return false;
    tables.idempotencyKeys.put(key, { entry, createdAt });
    return true;
  },
  removeOlder: async (createdBefore, limit) =>
    tables.idempotencyKeys.removeFirst(({ createdAt }) => createdAt < createdBefore, limit),
});
