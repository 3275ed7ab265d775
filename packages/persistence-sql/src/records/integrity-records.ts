import {
  type CounterDifference,
  type PackName,
  type StorageMode,
  trusted,
  type UsageDifference,
  type RepositoryId,
  type TreePath,
} from '@svc/core/model';
import type { IntegrityQueries, IntegrityRecords, KeptInQuarantine, KeyOwner, RegisteredObject } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashFromBinary, hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { inWindowsOf } from './in-windows-of.js';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';
import { nameOfStored, storedOf } from './stored-name.js';
import { treeFileOf } from './tree-queries.js';

/** Before every hash. */
const nothing = new Uint8Array();

const sum = (column: string) => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

type RegisteredRow = Pick<Selectable<Schema['objects']>, 'oid' | 'size_bytes' | 'layout' | 'manifest_sha256'>;

const registeredOf = (row: RegisteredRow): RegisteredObject => ({
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  layout: row.layout,
  manifestSha256: row.manifest_sha256 === null ? undefined : hashFromBinary(row.manifest_sha256),
});

const ownerOf = (owner: KeyOwner) => sql.lit<KeyOwner>(owner).as('owner');

/** One statement, and so of one moment: what is kept beside what the rows come to. */
const countersOf = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<readonly CounterDifference[]> => {
  const objects = sql`from objects where repository_id = ${repositoryId}`;
  const files = sql`from tree_files where repository_id = ${repositoryId}`;
  const { rows } = await sql<Record<string, number>>`
    select object_count, logical_bytes, physical_bytes, tree_file_count,
      (select cast(count(*) as bigint) ${objects}) as objects,
      (select ${sum('size_bytes')} ${objects}) as logical,
      (select ${sum('physical_bytes')} ${objects} and layout = 'whole') as whole,
      (select ${sum('size_bytes')} ${files}) as tree,
      (select cast(count(*) as bigint) ${files} and substr(path, 1, 8) <> 'objects/') as files
    from repository_usages where repository_id = ${repositoryId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return [];
  const number = (name: string): number => row[name] ?? 0;
  return [
    { counter: 'object_count', kept: number('object_count'), counted: number('objects') },
    { counter: 'logical_bytes', kept: number('logical_bytes'), counted: number('logical') },
    { counter: 'physical_bytes', kept: number('physical_bytes'), counted: number('whole') + number('tree') },
    { counter: 'tree_file_count', kept: number('tree_file_count'), counted: number('files') },
  ];
};

export const integrityQueries = (source: SqlSource): IntegrityQueries => {
  const { db } = source;
  return {
    listRepositories: (after, limit) =>
      db
        .selectFrom('repositories')
        .select(['id', 'organization_id as organizationId', 'namespace'])
        // Every id comes after the empty text.
        .where('id', '>', after ?? trusted<RepositoryId>(''))
        .where(isPresent)
        .orderBy('id')
        .limit(limit)
        .execute(),
    listObjects: async (repositoryId, after, limit) => {
      const rows = await db
        .selectFrom('objects')
        .select(['oid', 'size_bytes', 'layout', 'manifest_sha256'])
        .where('repository_id', '=', repositoryId)
        .where('oid', '>', after === undefined ? nothing : hashToBinary(after))
        .orderBy('oid')
        .limit(limit)
        .execute();
      return rows.map(registeredOf);
    },
    listQuarantined: async (repositoryId, after, limit) => {
      const rows = await db
        .selectFrom('quarantined_objects')
        .select(['oid', 'size_bytes', 'layout', 'manifest_sha256', 'state'])
        .where('repository_id', '=', repositoryId)
        .where('state', '<>', 'deleting')
        .where('oid', '>', after === undefined ? nothing : hashToBinary(after))
        .orderBy('oid')
        .limit(limit)
        .$narrowType<Pick<KeptInQuarantine, 'state'>>()
        .execute();
      return rows.map((row) => ({ ...registeredOf(row), state: row.state }));
    },
    listFiles: async (repositoryId, after, limit) => {
      const rows = await db
        .selectFrom('tree_files')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        .where('path', '>', after ?? trusted<TreePath>(''))
        .orderBy('path')
        .limit(limit)
        .execute();
      return rows.map(treeFileOf);
    },
    listPacks: async (repositoryId, after, limit) => {
      const rows = await db
        .selectFrom('packs')
        .select('name')
        .where('repository_id', '=', repositoryId)
        .where('name', '>', after === undefined ? nothing : hashToBinary(after))
        .orderBy('name')
        .limit(limit)
        .execute();
      return rows.map(({ name }) => trusted<PackName>(hashFromBinary(name)));
    },
    listUnverifiedPacksOfChunks: async (repositoryId, limit) => {
      let found: readonly string[] = [];
      // There may be very many chunks: one statement for all of them would take longer than a statement may.
      await inWindowsOf(source, { table: 'chunks', place: 'name' }, repositoryId, async (isInWindow) => {
        const rows = await db
          .selectFrom('chunks')
          .select('pack')
          .distinct()
          .where(isInWindow)
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom('packs')
                  .select('packs.name')
                  .whereRef('packs.repository_id', '=', 'chunks.repository_id')
                  .whereRef('packs.name', '=', 'chunks.pack'),
              ),
            ),
          )
          .execute();
        const packs = new Set([...found, ...rows.map(({ pack }) => hashFromBinary(pack))]);
        found = [...packs].toSorted().slice(0, limit);
      });
      return found.map((name) => trusted<PackName>(name));
    },
    miscountedOf: async (repositoryId) =>
      (await countersOf(source, repositoryId)).filter(({ kept, counted }) => kept !== counted),
    unbalancedOf: async (organizationId) => {
      const ledger = (mode: StorageMode) =>
        sql`(select ${sum('bytes')} from ledger_entries where organization_id = ${organizationId} and storage_mode = ${mode})`;
      const repositories = (mode: StorageMode) => sql`(
        select ${sum('repository_usages.physical_bytes')} from repositories
        join repository_usages on repository_usages.repository_id = repositories.id
        where repositories.organization_id = ${organizationId} and repositories.storage_mode = ${mode})`;
      const { rows } = await sql<Record<string, number>>`
        select used_bytes as managed, byos_bytes as byos,
          ${ledger('managed')} as managed_ledger, ${ledger('byos')} as byos_ledger,
          ${repositories('managed')} as managed_held, ${repositories('byos')} as byos_held
        from organization_usages where organization_id = ${organizationId}`.execute(db);
      const [row] = rows;
      if (row === undefined) return [];
      return (['managed', 'byos'] as const)
        .map((storageMode): UsageDifference => ({
          organizationId,
          storageMode,
          accountBytes: row[storageMode] ?? 0,
          ledgerBytes: row[`${storageMode}_ledger`] ?? 0,
          repositoriesBytes: row[`${storageMode}_held`] ?? 0,
        }))
        .filter(
          ({ accountBytes, ledgerBytes, repositoriesBytes }) =>
            ledgerBytes !== accountBytes || repositoriesBytes !== accountBytes,
        );
    },
    hasOwner: async (organizationId) => {
      const row = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'OWNER')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    findOwners: async (repositoryIds) => {
      const rows = await inBatches(repositoryIds, (batch) =>
        db
          .selectFrom('repositories')
          .select(['id', ownerOf('kept')])
          .where('id', 'in', batch)
          .where(isPresent)
          .union(
            db
              .selectFrom('deleted_repositories')
              .select(['repository_id as id', ownerOf('deleted')])
              .where('repository_id', 'in', batch),
          )
          .execute(),
      );
      return new Map(rows.map(({ id, owner }) => [id, owner]));
    },
    findWhole: async (repositoryId, oids) => {
      const rows = await inBatches(oids, (batch) => {
        const hashes = batch.map(hashToBinary);
        return db
          .selectFrom('objects')
          .select('oid')
          .where('repository_id', '=', repositoryId)
          .where('layout', '=', 'whole')
          .where('oid', 'in', hashes)
          .union(
            db
              .selectFrom('quarantined_objects')
              .select('oid')
              .where('repository_id', '=', repositoryId)
              .where('layout', '=', 'whole')
              .where('oid', 'in', hashes),
          )
          .union(
            db
              .selectFrom('upload_sessions')
              .innerJoin('upload_objects', 'upload_objects.session_id', 'upload_sessions.id')
              .select('upload_objects.oid')
              .where('upload_sessions.repository_id', '=', repositoryId)
              .where('upload_sessions.is_swept', '=', sql.lit(0))
              .where('upload_objects.oid', 'in', hashes),
          )
          .execute();
      });
      return new Set(rows.map(({ oid }) => oidFromBinary(oid)));
    },
    findUnswept: async (repositoryId, sessionIds) => {
      const rows = await inBatches(sessionIds, (batch) =>
        db
          .selectFrom('upload_sessions')
          .select('id')
          .where('repository_id', '=', repositoryId)
          .where('is_swept', '=', sql.lit(0))
          .where('id', 'in', batch)
          .execute(),
      );
      return new Set(rows.map(({ id }) => id));
    },
    scrubPosition: async () => {
      const row = await db.selectFrom('scrub_positions').selectAll().where('id', '=', 'storage').executeTakeFirst();
      if (row === undefined) return undefined;
      const { repository_id: repositoryId, kind, name, began_at: beganAt } = row;
      const of = kind === null || name === null ? undefined : storedOf(kind, name);
      return { beganAt, last: repositoryId === null ? undefined : { repositoryId, of } };
    },
  };
};

export const integrityRecords = (source: SqlSource): IntegrityRecords => ({
  setScrubPosition: async ({ beganAt, last }) => {
    const columns = {
      began_at: beganAt,
      repository_id: last?.repositoryId ?? null,
      kind: last?.of?.kind ?? null,
      name: last?.of === undefined ? null : nameOfStored(last.of),
    };
    await source.db
      .insertInto('scrub_positions')
      .values({ id: 'storage', ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
  },
  ...integrityQueries(source),
});
