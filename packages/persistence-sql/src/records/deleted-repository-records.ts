import { connectionOf, type DeletedRepository } from '@svc/core/model';
import type { RepositoryQueries, RepositoryRecords } from '@svc/core/ports';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../schema.js';

const deletedOf = (row: Selectable<Schema['deleted_repositories']>): DeletedRepository => ({
  repositoryId: row.repository_id,
  organizationId: row.organization_id,
  namespace: row.namespace,
  storageMode: row.storage_mode,
  bytes: row.bytes,
  deletedAt: row.deleted_at,
  dueAt: row.due_at,
  failingSince: row.failing_since ?? undefined,
});

export const deletedRepositoryQueries = (db: Kysely<Schema>): Pick<RepositoryQueries, 'listDeleted' | 'listDeletedIn'> => ({
  listDeleted: async (now, limit) => {
    const rows = await db
      .selectFrom('deleted_repositories')
      .selectAll()
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('repository_id')
      .limit(limit)
      .execute();
    return rows.map(deletedOf);
  },
  listDeletedIn: async (connectionId) => {
    const rows = await db
      .selectFrom('deleted_repositories')
      .selectAll()
      .where('storage_connection_id', '=', connectionId)
      .orderBy('repository_id')
      .execute();
    return rows.map(deletedOf);
  },
});

export const deletedRepositoryRecords = (
  db: Kysely<Schema>,
): Pick<RepositoryRecords, 'addDeleted' | 'updateDeleted' | 'removeDeleted'> => ({
  addDeleted: async ({ repositoryId, organizationId, namespace, storageMode, bytes, deletedAt, dueAt, failingSince }) => {
    await db
      .insertInto('deleted_repositories')
      .values({
        repository_id: repositoryId,
        organization_id: organizationId,
        namespace,
        storage_mode: storageMode,
        bytes,
        deleted_at: deletedAt,
        due_at: dueAt,
        storage_connection_id: connectionOf(namespace) ?? null,
        failing_since: failingSince ?? null,
      })
      .execute();
  },
  updateDeleted: async ({ repositoryId, bytes, dueAt }, change) => {
    const updated = await db
      .updateTable('deleted_repositories')
      .set({ bytes: change.bytes, due_at: change.dueAt, failing_since: change.failingSince ?? null })
      .where('repository_id', '=', repositoryId)
      .where('bytes', '=', bytes)
      .where('due_at', '=', dueAt)
      .returning('repository_id')
      .execute();
    return updated.length > 0;
  },
  removeDeleted: async ({ repositoryId, bytes, dueAt }) => {
    const removed = await db
      .deleteFrom('deleted_repositories')
      .where('repository_id', '=', repositoryId)
      .where('bytes', '=', bytes)
      .where('due_at', '=', dueAt)
      .returning('repository_id')
      .execute();
    return removed.length > 0;
  },
});
