import {
  dayOf,
  invariant,
  isByteCount,
  type LedgerEntry,
  type OrganizationId,
  type QuotaStanding,
  type RepositoryTotals,
  trusted,
  type UsageDay,
} from '@svc/core/model';
import type { UsageQueries, UsageRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../schema.js';
import { sumUpQuarantine } from './quarantine-records.js';
import type { SqlSource } from './sql-source.js';
import { addTraffic } from './traffic-records.js';

const noRepositories: RepositoryTotals = { repositoryCount: 0, objectCount: 0, logicalBytes: 0, physicalBytes: 0, wholeBytes: 0 };

const usageDayOf = (row: Omit<Selectable<Schema['usage_days']>, 'organization_id'>): UsageDay => ({
  day: row.day,
  storageMode: row.storage_mode,
  addedBytes: row.added_bytes,
  removedBytes: row.removed_bytes,
});

const standingColumns = ['used_bytes', 'reserved_bytes', 'reclaimable_bytes', 'quota_level'] as const;

const standingOf = (row: Pick<Selectable<Schema['organization_usages']>, (typeof standingColumns)[number]>): QuotaStanding => ({
  usedBytes: row.used_bytes,
  reservedBytes: row.reserved_bytes,
  reclaimableBytes: row.reclaimable_bytes,
  quotaLevel: row.quota_level,
});

export const usageQueries = ({ db }: SqlSource): UsageQueries => ({
  ofOrganization: async (organizationId) => {
    const row = await db
      .selectFrom('organization_usages')
      .select(['used_bytes', 'reserved_bytes', 'reclaimable_bytes', 'byos_bytes'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return {
      usedBytes: row?.used_bytes ?? 0,
      reservedBytes: row?.reserved_bytes ?? 0,
      reclaimableBytes: row?.reclaimable_bytes ?? 0,
      byosBytes: row?.byos_bytes ?? 0,
    };
  },
  reclaimableByosBytes: async (organizationId) => {
    const ofRepositories = await db
      .selectFrom('deleted_repositories')
      .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
      .where('organization_id', '=', organizationId)
      .where('storage_mode', '=', 'byos')
      .executeTakeFirstOrThrow();
    // From the repositories on: most organizations have none in a bucket of their own, and may have removed very much of managed storage.
    const holding = await db
      .selectFrom('repositories')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('storage_mode', '=', 'byos')
      .where((repository) =>
        repository.exists(
          repository
            .selectFrom('quarantined_objects')
            .select('quarantined_objects.oid')
            .whereRef('quarantined_objects.repository_id', '=', 'repositories.id'),
        ),
      )
      .execute();
    let ofObjects = 0;
    for (const { id } of holding) ofObjects += (await sumUpQuarantine({ db }, id)).bytes;
    return ofRepositories.bytes + ofObjects;
  },
  standingOf: async (organizationId) => {
    const row = await db
      .selectFrom('organization_usages')
      .select(standingColumns)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return row && standingOf(row);
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
  byDay: async (organizationId, from) => {
    // One statement, so that no charge falls between the sum and the days.
    const rows = await db
      .selectFrom('usage_days')
      .select(['day', 'storage_mode', 'added_bytes', 'removed_bytes'])
      .where('organization_id', '=', organizationId)
      .where('day', '>=', from)
      .unionAll(
        db
          .selectFrom('usage_days')
          .select([
            sql<number>`cast(max(day) as bigint)`.as('day'),
            'storage_mode',
            // What came in all the years may be more than a number holds; what stayed of it is not.
            sql<number>`cast(sum(added_bytes - removed_bytes) as bigint)`.as('added_bytes'),
            sql.lit(0).as('removed_bytes'),
          ])
          .where('organization_id', '=', organizationId)
          .where('day', '<', from)
          .groupBy('storage_mode'),
      )
      .orderBy('day')
      .orderBy('storage_mode')
      .execute();
    const before = { managed: 0, byos: 0 };
    for (const row of rows) if (row.day < from) before[row.storage_mode] = row.added_bytes;
    return { before, days: rows.filter((row) => row.day >= from).map(usageDayOf) };
  },
  ofRepositories: async (organizationId) => {
    const rows = await db
      .selectFrom('repositories')
      .innerJoin('repository_usages', 'repository_usages.repository_id', 'repositories.id')
      .select((expression) => [
        'repositories.storage_mode',
        expression.fn.countAll<number>().as('repositories'),
        sql<number>`cast(sum(object_count) as bigint)`.as('objects'),
        sql<number>`cast(sum(logical_bytes) as bigint)`.as('logical_bytes'),
        sql<number>`cast(sum(physical_bytes) as bigint)`.as('physical_bytes'),
      ])
      .where('repositories.organization_id', '=', organizationId)
      .groupBy('repositories.storage_mode')
      .execute();
    const whole = await db
      .selectFrom('artifact_counts')
      .innerJoin('repositories', 'repositories.id', 'artifact_counts.repository_id')
      .select([
        'repositories.storage_mode',
        sql<number>`cast(sum(artifact_counts.logical_bytes - artifact_counts.chunked_logical_bytes) as bigint)`.as('bytes'),
      ])
      .where('artifact_counts.organization_id', '=', organizationId)
      .groupBy('repositories.storage_mode')
      .execute();
    const totals = { managed: noRepositories, byos: noRepositories };
    for (const row of rows) {
      totals[row.storage_mode] = {
        repositoryCount: row.repositories,
        objectCount: row.objects,
        logicalBytes: row.logical_bytes,
        physicalBytes: row.physical_bytes,
        wholeBytes: whole.find(({ storage_mode }) => storage_mode === row.storage_mode)?.bytes ?? 0,
      };
    }
    return totals;
  },
});

const addToDay = ({ db }: SqlSource, { organizationId, storageMode, bytes, at }: LedgerEntry) =>
  db
    .insertInto('usage_days')
    .values({
      organization_id: organizationId,
      day: dayOf(at),
      storage_mode: storageMode,
      added_bytes: Math.max(bytes, 0),
      removed_bytes: Math.max(-bytes, 0),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day', 'storage_mode']).doUpdateSet((expression) => ({
        added_bytes: expression('usage_days.added_bytes', '+', expression.ref('excluded.added_bytes')),
        removed_bytes: expression('usage_days.removed_bytes', '+', expression.ref('excluded.removed_bytes')),
      })),
    )
    .execute();

const addToRepositoryDay = ({ db }: SqlSource, { repositoryId, bytes, at }: LedgerEntry) =>
  db
    .insertInto('repository_days')
    .values({
      repository_id: repositoryId,
      day: dayOf(at),
      added_bytes: Math.max(bytes, 0),
      removed_bytes: Math.max(-bytes, 0),
    })
    .onConflict((conflict) =>
      conflict.columns(['repository_id', 'day']).doUpdateSet((expression) => ({
        added_bytes: expression('repository_days.added_bytes', '+', expression.ref('excluded.added_bytes')),
        removed_bytes: expression('repository_days.removed_bytes', '+', expression.ref('excluded.removed_bytes')),
      })),
    )
    .execute();

export const usageRecords = (source: SqlSource): UsageRecords => ({
  // Writing a row holds it, on every database.
  hold: async ({ organizationId, repositoryId }) => {
    await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reserved_bytes: expression.ref('reserved_bytes') }))
      .where('organization_id', '=', organizationId)
      .execute();
    await source.db
      .updateTable('repository_usages')
      .set((expression) => ({ object_count: expression.ref('object_count') }))
      .where('repository_id', '=', repositoryId)
      .execute();
  },
  // Without a limit there is still the largest integer that a number holds; subtracting from it stays below it.
  reserve: async (organizationId, bytes, limit = Number.MAX_SAFE_INTEGER) => {
    const [reserved] = await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reserved_bytes: expression('reserved_bytes', '+', bytes) }))
      .where('organization_id', '=', organizationId)
      .where(sql<number>`used_bytes + reserved_bytes + reclaimable_bytes`, '<=', limit - bytes)
      .returning(standingColumns)
      .execute();
    return reserved && standingOf(reserved);
  },
  release: async (organizationId, bytes) => {
    await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reserved_bytes: expression('reserved_bytes', '-', bytes) }))
      .where('organization_id', '=', organizationId)
      .execute();
  },
  keep: async (organizationId, bytes) => {
    await source.db
      .updateTable('organization_usages')
      .set((expression) => ({
        reserved_bytes: expression('reserved_bytes', '-', bytes),
        reclaimable_bytes: expression('reclaimable_bytes', '+', bytes),
      }))
      .where('organization_id', '=', organizationId)
      .execute();
  },
  countReclaimable: async (organizationId, bytes) => {
    await source.db
      .updateTable('organization_usages')
      .set((expression) => ({ reclaimable_bytes: expression('reclaimable_bytes', '+', bytes) }))
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
    const [charged] = await source.db
      .updateTable('organization_usages')
      .set((expression) =>
        entry.storageMode === 'byos'
          ? { byos_bytes: expression('byos_bytes', '+', entry.bytes) }
          : { used_bytes: expression('used_bytes', '+', entry.bytes) },
      )
      .where('organization_id', '=', entry.organizationId)
      .returning(standingColumns)
      .execute();
    // After the account, whose row is what rivals wait for.
    await addToDay(source, entry);
    await addToRepositoryDay(source, entry);
    return charged && standingOf(charged);
  },
  setQuotaLevel: async (organizationId, level) => {
    await source.db
      .updateTable('organization_usages')
      .set({ quota_level: level })
      .where('organization_id', '=', organizationId)
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
  countUpload: async ({ organizationId, repositoryId, storageMode, bytes, at }) => {
    await source.db
      .updateTable('repository_usages')
      .set((expression) => ({ uploaded_bytes: expression('uploaded_bytes', '+', bytes) }))
      .where('repository_id', '=', repositoryId)
      .execute();
    await addTraffic(source, [
      { organizationId, day: dayOf(at), storageMode, uploadedBytes: bytes, egressBytes: 0, downloads: 0 },
    ]);
    await source.db
      .insertInto('repository_uploads')
      .values({ repository_id: repositoryId, day: dayOf(at), bytes })
      .onConflict((conflict) =>
        conflict.columns(['repository_id', 'day']).doUpdateSet((expression) => ({
          bytes: expression('repository_uploads.bytes', '+', expression.ref('excluded.bytes')),
        })),
      )
      .execute();
  },
  ...usageQueries(source),
});
