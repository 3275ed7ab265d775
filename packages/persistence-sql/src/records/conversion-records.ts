import type { Oid } from '@svc/core';
import type { Instant, PossibleConversions, RepositoryId, StoredObject } from '@svc/core/model';
import type { ClaimedConversions, ConversionPosition, ConversionQueries, ConversionRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches, lookUpInBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { candidateOf, listCandidates } from './conversion-candidates.js';
import { listConverted } from './converted-objects.js';
import { countInUsage } from './count-in-usage.js';
import { countFolders } from './folder-rows.js';
import { inWindowsOf } from './in-windows-of.js';
import { objectColumns, objectOf } from './object-records.js';
import { countArtifacts } from './register-artifacts.js';
import type { SqlSource } from './sql-source.js';

const positionOf = (row: Selectable<Schema['conversion_turns']>): ConversionPosition | undefined =>
  row.after_repository_id === null || row.after_oid === null
    ? undefined
    : { repositoryId: row.after_repository_id, oid: oidFromBinary(row.after_oid) };

const columnsOf = (after: ConversionPosition | null) => ({
  after_repository_id: after?.repositoryId ?? null,
  after_oid: after === null ? null : hashToBinary(after.oid),
});

const trials = { table: 'conversion_trials', place: 'oid' } as const;

/** There may be very many: they are added up window by window. */
const sumUpTrials = async (source: SqlSource, repositoryId: RepositoryId): Promise<PossibleConversions> => {
  const possible = { objects: 0, savedBytes: 0 };
  await inWindowsOf(source, trials, repositoryId, async (isInWindow) => {
    const { objects, savedBytes } = await source.db
      .selectFrom('conversion_trials')
      .select(({ fn }) => [
        fn.countAll<number>().as('objects'),
        sql<number>`cast(coalesce(sum(saved_bytes), 0) as bigint)`.as('savedBytes'),
      ])
      .where(isInWindow)
      .where('saved_bytes', '>', 0)
      .executeTakeFirstOrThrow();
    possible.objects += objects;
    possible.savedBytes += savedBytes;
  });
  return possible;
};

export const conversionQueries = (source: SqlSource): ConversionQueries => {
  const { db, dialect } = source;
  return {
    listCandidates: (organizationId, after, of, limit) => listCandidates(source, organizationId, after, of, limit),
    findCandidate: async (repositoryId, oid) => {
      const row = await db
        .selectFrom('objects')
        .innerJoin('repositories', 'repositories.id', 'objects.repository_id')
        .select(objectColumns.map((column) => `objects.${column}` as const))
        .select(['objects.repository_id', 'objects.manifest_sha256', 'objects.last_downloaded_at', 'repositories.deduplicate'])
        .where('objects.repository_id', '=', repositoryId)
        .where('objects.oid', '=', hashToBinary(oid))
        .where('objects.layout', '=', 'whole')
        .executeTakeFirst();
      return row && candidateOf(row);
    },
    listConverted: (organizationId, of, limit) => listConverted(source, organizationId, of, limit),
    findSampled: async (repositoryId, names) =>
      lookUpInBatches(names, async (batch) => {
        const rows = await db
          .selectFrom(dialect.hashRows(dialect.hashesParameter(batch)).as('wanted'))
          .crossJoin('sampled_chunks')
          .select(['wanted.position', 'sampled_chunks.oid'])
          .where('sampled_chunks.repository_id', '=', repositoryId)
          .whereRef('sampled_chunks.name', '=', 'wanted.hash')
          .execute();
        return new Map(
          rows.flatMap(({ position, oid }) => {
            const name = batch[position];
            return name === undefined ? [] : [[name, oidFromBinary(oid)] as const];
          }),
        );
      }),
    totals: async (repositoryId) => {
      const row = await db
        .selectFrom('conversion_totals')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        .executeTakeFirst();
      return {
        objects: row?.objects ?? 0,
        formerBytes: row?.former_bytes ?? 0,
        addedBytes: row?.added_bytes ?? 0,
        restoredObjects: row?.restored_objects ?? 0,
        restoredBytes: row?.restored_bytes ?? 0,
      };
    },
    possible: (repositoryId) => sumUpTrials(source, repositoryId),
  };
};

const forgetIn = async (
  { db }: SqlSource,
  tables: readonly ('conversion_trials' | 'sampled_chunks' | 'converted_objects')[],
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<void> => {
  const hashes = oids.map(hashToBinary);
  for (const table of tables) {
    await inBatches(hashes, async (batch) =>
      db.deleteFrom(table).where('repository_id', '=', repositoryId).where('oid', 'in', batch).execute(),
    );
  }
};

/** Forgets what looks at an object have found. */
const forgetTrial = (source: SqlSource, repositoryId: RepositoryId, oid: Oid): Promise<void> =>
  forgetIn(source, ['conversion_trials', 'sampled_chunks'], repositoryId, [oid]);

/** What conversions know of objects that leave storage, or lie there in another way from now on. */
export const forgetConversions = (source: SqlSource, repositoryId: RepositoryId, oids: readonly Oid[]): Promise<void> =>
  forgetIn(source, ['conversion_trials', 'sampled_chunks', 'converted_objects'], repositoryId, oids);

/** All that counts objects, and only what depends on how they lie in storage. */
const countAnew = async (
  source: SqlSource,
  repositoryId: RepositoryId,
  former: StoredObject,
  latter: StoredObject,
): Promise<void> => {
  const repository = source.db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId);
  const { organization_id: organizationId } = await repository.executeTakeFirstOrThrow();
  for (const [object, sign] of [
    [former, -1],
    [latter, 1],
  ] as const) {
    await countArtifacts(source, organizationId, repositoryId, [object], sign);
    await countFolders(source, repositoryId, [object], sign);
    await countInUsage(source, repositoryId, [object], sign);
  }
};

export const conversionRecords = (source: SqlSource): ConversionRecords => {
  const { db } = source;
  const moveTurn = async (
    { organizationId, holder, attempt }: ClaimedConversions,
    until: Instant,
    after: ConversionPosition | null | undefined,
    change: { readonly claimed_by?: null },
  ): Promise<boolean> => {
    const held = await db
      .updateTable('conversion_turns')
      .set({ due_at: until, ...(after !== undefined && columnsOf(after)), ...change })
      .where('organization_id', '=', organizationId)
      .where('claimed_by', '=', holder)
      .where('attempts', '=', attempt)
      .returning('organization_id')
      .execute();
    return held.length > 0;
  };
  return {
    claim: async (holder, now, until, beyond) => {
      const first = db.selectFrom('conversion_turns').selectAll().orderBy('due_at').orderBy('organization_id').limit(1);
      for (;;) {
        const next =
          (await first.where('due_at', '<=', now).executeTakeFirst()) ??
          (beyond === undefined ? undefined : await first.where('due_at', '>', beyond).executeTakeFirst());
        if (next === undefined) return undefined;
        const attempt = next.attempts + 1;
        const claimed = await db
          .updateTable('conversion_turns')
          .set({ due_at: until, claimed_by: holder, attempts: attempt })
          .where('organization_id', '=', next.organization_id)
          .where('attempts', '=', next.attempts)
          .where('due_at', '=', next.due_at)
          .returning('organization_id')
          .execute();
        // Where transactions see each other's commits somebody may have been quicker; then another one is next.
        if (claimed.length > 0) return { organizationId: next.organization_id, holder, attempt, after: positionOf(next) };
      }
    },
    move: (claim, until, after) => moveTurn(claim, until, after, {}),
    release: (claim, until, after) => moveTurn(claim, until, after, { claimed_by: null }),
    wake: async (organizationId, now) => {
      await db
        .updateTable('conversion_turns')
        .set({ due_at: now })
        .where('organization_id', '=', organizationId)
        .where('claimed_by', 'is', null)
        .where('due_at', '>', now)
        .execute();
    },
    hasten: async (organizationId) => {
      await db
        .updateTable('conversion_turns')
        .set({ due_at: 0, ...columnsOf(null) })
        .where('organization_id', '=', organizationId)
        .execute();
    },
    noteTrial: async (repositoryId, oid, { dueAt, savedBytes, sample }) => {
      await forgetTrial(source, repositoryId, oid);
      const of = { repository_id: repositoryId, oid: hashToBinary(oid) };
      await db
        .insertInto('conversion_trials')
        .values({ ...of, due_at: dueAt, saved_bytes: savedBytes })
        .execute();
      await inBatches([...new Set(sample)], async (batch) =>
        db
          .insertInto('sampled_chunks')
          .values(batch.map((name) => ({ ...of, name: hashToBinary(name) })))
          .returning('name')
          .execute(),
      );
    },
    lookAgain: async (repositoryId, oids) => {
      await inBatches(oids.map(hashToBinary), async (batch) =>
        db
          .updateTable('conversion_trials')
          .set({ due_at: 0 })
          .where('repository_id', '=', repositoryId)
          .where('oid', 'in', batch)
          .returning('oid')
          .execute(),
      );
    },
    changeLayout: async (repositoryId, oid, { layout, physicalBytes, manifestSha256, chunkCount }) => {
      const hash = hashToBinary(oid);
      const found = await db
        .selectFrom('objects')
        .select(objectColumns)
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hash)
        .executeTakeFirst();
      if (found === undefined) return undefined;
      const former = objectOf(found);
      await db
        .updateTable('objects')
        .set({
          layout,
          physical_bytes: physicalBytes,
          manifest_sha256: manifestSha256 === undefined ? null : hashToBinary(manifestSha256),
          chunk_count: sql<number>`${chunkCount ?? null}`,
        })
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hash)
        .execute();
      await countAnew(source, repositoryId, former, { ...former, layout, physicalBytes });
      await forgetConversions(source, repositoryId, [oid]);
      return former;
    },
    countDownloads: async (repositoryId, oid, since) => {
      const hash = hashToBinary(oid);
      const object = await db
        .selectFrom('objects')
        .select(['downloads', 'organization_id'])
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hash)
        .executeTakeFirstOrThrow();
      const counted = { due_at: since, counted_since: since, downloads_before: object.downloads };
      await db
        .insertInto('converted_objects')
        .values({ repository_id: repositoryId, oid: hash, organization_id: object.organization_id, ...counted })
        .onConflict((conflict) => conflict.columns(['repository_id', 'oid']).doUpdateSet(counted))
        .execute();
    },
    putOff: async (repositoryId, oid, dueAt) => {
      await db
        .updateTable('converted_objects')
        .set({ due_at: dueAt })
        .where('repository_id', '=', repositoryId)
        .where('oid', '=', hashToBinary(oid))
        .execute();
    },
    countRestored: async (repositoryId, bytes) => {
      const restored = { restored_objects: 1, restored_bytes: bytes };
      await db
        .insertInto('conversion_totals')
        .values({ repository_id: repositoryId, objects: 0, former_bytes: 0, added_bytes: 0, ...restored })
        .onConflict((conflict) =>
          conflict.column('repository_id').doUpdateSet((column) => ({
            restored_objects: column('conversion_totals.restored_objects', '+', column.ref('excluded.restored_objects')),
            restored_bytes: column('conversion_totals.restored_bytes', '+', column.ref('excluded.restored_bytes')),
          })),
        )
        .execute();
    },
    countConverted: async (repositoryId, { formerBytes, addedBytes }) => {
      await db
        .insertInto('conversion_totals')
        .values({ repository_id: repositoryId, objects: 1, former_bytes: formerBytes, added_bytes: addedBytes })
        .onConflict((conflict) =>
          conflict.column('repository_id').doUpdateSet((column) => ({
            objects: column('conversion_totals.objects', '+', column.ref('excluded.objects')),
            former_bytes: column('conversion_totals.former_bytes', '+', column.ref('excluded.former_bytes')),
            added_bytes: column('conversion_totals.added_bytes', '+', column.ref('excluded.added_bytes')),
          })),
        )
        .execute();
    },
    ...conversionQueries(source),
  };
};
