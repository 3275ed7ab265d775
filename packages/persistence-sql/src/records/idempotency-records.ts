import type { IdempotencyQueries, IdempotencyRecords } from '@svc/core/ports';
import type { SqlSource } from './sql-source.js';

export const idempotencyQueries = ({ db }: SqlSource): IdempotencyQueries => ({
  find: async (scope) => {
    const row = await db
      .selectFrom('idempotency_keys')
      .select(['request_fingerprint', 'outcome_id'])
      .where('user_id', '=', scope.userId)
      .where('operation', '=', scope.operation)
      .where('repository_id', '=', scope.repositoryId)
      .where('key', '=', scope.key)
      .executeTakeFirst();
    return row && { requestFingerprint: row.request_fingerprint, outcomeId: row.outcome_id };
  },
});

export const idempotencyRecords = (source: SqlSource): IdempotencyRecords => ({
  add: async (scope, entry, createdAt) => {
    const added = await source.db
      .insertInto('idempotency_keys')
      .values({
        user_id: scope.userId,
        operation: scope.operation,
        repository_id: scope.repositoryId,
        key: scope.key,
        request_fingerprint: entry.requestFingerprint,
        outcome_id: entry.outcomeId,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute();
    return added.length > 0;
  },
  removeOlder: async (createdBefore, limit) => {
    const old = source.db
      .selectFrom('idempotency_keys')
      .select(['user_id', 'operation', 'repository_id', 'key'])
      .where('created_at', '<', createdBefore)
      .orderBy('created_at')
      .limit(limit);
    const { numDeletedRows } = await source.db
      .deleteFrom('idempotency_keys')
      .where((key) =>
        key(
          key.refTuple('user_id', 'operation', 'repository_id', 'key'),
          'in',
          old.$asTuple('user_id', 'operation', 'repository_id', 'key'),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  ...idempotencyQueries(source),
});
