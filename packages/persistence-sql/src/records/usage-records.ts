import { invariant, isByteCount, type OrganizationId, trusted, type UsageQueries, type UsageRecords } from '@svc/core';
import { sql } from 'kysely';
import type { SqlSource } from './sql-source.js';

export const usageQueries = ({ db }: SqlSource): UsageQueries => ({
  ofOrganization: async (organizationId) => {
    const row = await db
      .selectFrom('organization_usages')
      .select(['used_bytes', 'reserved_bytes', 'byos_bytes'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return { usedBytes: row?.used_bytes ?? 0, reservedBytes: row?.reserved_bytes ?? 0, byosBytes: row?.byos_bytes ?? 0 };
  },
  ofRepository: async (repositoryId) => {
    const row = await db.selectFrom('repository_usages').selectAll().where('repository_id', '=', repositoryId).executeTakeFirst();
    return {
      objectCount: row?.object_count ?? 0,
      logicalBytes: row?.logical_bytes ?? 0,
      physicalBytes: row?.physical_bytes ?? 0,
      uploadedBytes: row?.uploaded_bytes ?? 0,
    };
  },
  listOrganizations: async (after, limit) => {
    const rows = await db
      .selectFrom('organization_usages')
      .select('organization_id')
      // Every id comes after the empty text.
      .where('organization_id', '>', after ?? trusted<OrganizationId>(''))
      .orderBy('organization_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.organization_id);
  },
  listLedger: async (organizationId, after, limit) => {
    const rows = await db
      .selectFrom('ledger_entries')
      .select(['sequence', 'storage_mode', 'bytes', 'at'])
      .where('organization_id', '=', organizationId)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ place: row.sequence, storageMode: row.storage_mode, bytes: row.bytes, at: row.at }));
  },
  ofRepositories: async (organizationId) => {
    const rows = await db
      .selectFrom('repositories')
      .innerJoin('repository_usages', 'repository_usages.repository_id', 'repositories.id')
      .select(['repositories.storage_mode', sql<number>`cast(sum(physical_bytes) as bigint)`.as('bytes')])
      .where('repositories.organization_id', '=', organizationId)
      .groupBy('repositories.storage_mode')
      .execute();
    return { managed: 0, byos: 0, ...Object.fromEntries(rows.map((row) => [row.storage_mode, row.bytes])) };
  },
});

export const usageRecords = (source: SqlSource): UsageRecords => ({
  ...usageQueries(source),
  // Without a limit there is still the largest integer that a number holds; subtracting from it stays below it.
  reserve: async (organizationId, bytes, limit = Number.MAX_SAFE_INTEGER) => {
    const reserved = await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reserved_bytes: expression('reserved_bytes', '+', bytes) }))
      .where('organization_id', '=', organizationId)
      .where((expression) => expression(expression('used_bytes', '+', expression.ref('reserved_bytes')), '<=', limit - bytes))
      .returning('organization_id')
      .execute();
    return reserved.length > 0;
  },
  release: async (organizationId, bytes) => {
    await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reserved_bytes: expression('reserved_bytes', '-', bytes) }))
      .where('organization_id', '=', organizationId)
      .execute();
  },
  charge: async (entry) => {
    await source.db
      .insertInto('ledger_entries')
      .values({
        organization_id: entry.organizationId,
        repository_id: entry.repositoryId,
        session_id: entry.sessionId ?? null,
        storage_mode: entry.storageMode,
        reason: entry.reason,
        bytes: entry.bytes,
        objects: entry.objects,
        at: entry.at,
      })
      .execute();
    await source.db
      .updateTable('organization_usages')
      .set((expression) =>
        entry.storageMode === 'byos'
          ? { byos_bytes: expression('byos_bytes', '+', entry.bytes) }
          : { used_bytes: expression('used_bytes', '+', entry.bytes) },
      )
      .where('organization_id', '=', entry.organizationId)
      .execute();
  },
  countTree: async (repositoryId, bytes) => {
    const rows = await source.db
      .updateTable('repository_usages')
      .set((expression) => ({ physical_bytes: expression('physical_bytes', '+', bytes) }))
      .where('repository_id', '=', repositoryId)
      .returning('physical_bytes')
      .execute();
    for (const row of rows) invariant(isByteCount(row.physical_bytes), 'a repository occupies from 0 to 2^53-1 bytes');
  },
  countUpload: async (repositoryId, bytes) => {
    await source.db
      .updateTable('repository_usages')
      .set((expression) => ({ uploaded_bytes: expression('uploaded_bytes', '+', bytes) }))
      .where('repository_id', '=', repositoryId)
      .execute();
  },
});
