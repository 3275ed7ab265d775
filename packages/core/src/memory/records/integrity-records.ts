import type { CounterDifference } from '../../model/integrity/finding.js';
import { storageModes, type StorageMode } from '../../model/repository.js';
import { frozenManifestAt, type Oid, type PackName, type RepositoryId, trusted } from '../../model/values/index.js';
import type { IntegrityQueries, IntegrityRecords, KeptInQuarantine, KeyOwner } from '../../ports/records/integrity-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The items whose names follow `after`, by name, at most `limit`. */
const sliceOf = <T>(items: readonly T[], nameOf: (item: T) => string, after: string | undefined, limit: number): readonly T[] =>
  items
    .filter((item) => after === undefined || compareText(nameOf(item), after) > 0)
    .toSorted((left, right) => compareText(nameOf(left), nameOf(right)))
    .slice(0, limit);

export const integrityQueries = (tables: ReadableTables): IntegrityQueries => {
  const objectsOf = (repositoryId: RepositoryId) => tables.objects.where((row) => row.repositoryId === repositoryId);
  const filesOf = (repositoryId: RepositoryId) =>
    tables.treeFiles.where((row) => row.repositoryId === repositoryId).map(({ file }) => file);
  return {
    listRepositories: async (after, limit) =>
      sliceOf(
        tables.repositories.where(() => true),
        ({ id }) => id,
        after,
        limit,
      ).map(({ id, organizationId, namespace }) => ({ id, organizationId, namespace })),
    listObjects: async (repositoryId, after, limit) =>
      sliceOf(objectsOf(repositoryId), ({ object }) => object.oid, after, limit).map(
        ({ object: { oid, sizeBytes, layout }, manifestSha256 }) => ({ oid, sizeBytes, layout, manifestSha256 }),
      ),
    listQuarantined: async (repositoryId, after, limit) => {
      const kept = tables.quarantinedObjects
        .where(({ quarantined }) => quarantined.repositoryId === repositoryId)
        .flatMap(({ quarantined: { object, manifestSha256, state } }): readonly KeptInQuarantine[] => {
          const { oid, sizeBytes, layout } = object;
          return state === 'deleting' ? [] : [{ oid, sizeBytes, layout, manifestSha256, state }];
        });
      return sliceOf(kept, ({ oid }) => oid, after, limit);
    },
    listFiles: async (repositoryId, after, limit) => sliceOf(filesOf(repositoryId), ({ path }) => path, after, limit),
    listPacks: async (repositoryId, after, limit) => {
      const names = tables.packs.where((row) => row.repositoryId === repositoryId).map(({ name }) => name);
      return sliceOf(names, (name) => name, after, limit);
    },
    listUnverifiedPacksOfChunks: async (repositoryId, limit) => {
      const named = tables.chunks.where((row) => row.repositoryId === repositoryId).map(({ chunk }) => chunk.pack);
      const unverified = [...new Set(named)].filter((pack) => tables.packs.get(keyOf(repositoryId, pack)) === undefined);
      return sliceOf(unverified, (name) => name, undefined, limit).map((name) => trusted<PackName>(name));
    },
    miscountedOf: async (repositoryId) => {
      const usage = tables.repositoryUsages.get(repositoryId);
      if (usage === undefined) return [];
      const objects = objectsOf(repositoryId).map(({ object }) => object);
      const files = filesOf(repositoryId);
      const whole = objects.filter(({ layout }) => layout === 'whole').map(({ physicalBytes }) => physicalBytes);
      const counters: readonly CounterDifference[] = [
        { counter: 'object_count', kept: usage.objectCount, counted: objects.length },
        { counter: 'logical_bytes', kept: usage.logicalBytes, counted: sumOf(objects.map(({ sizeBytes }) => sizeBytes)) },
        {
          counter: 'physical_bytes',
          kept: usage.physicalBytes,
          counted: sumOf([...whole, ...files.map(({ sizeBytes }) => sizeBytes)]),
        },
        {
          counter: 'tree_file_count',
          kept: tables.treeFileCounts.get(repositoryId)?.count ?? 0,
          counted: files.filter(({ path }) => frozenManifestAt(path) === undefined).length,
        },
      ];
      return counters.filter(({ kept, counted }) => kept !== counted);
    },
    unbalancedOf: async (organizationId) => {
      const usage = tables.organizationUsages.get(organizationId);
      if (usage === undefined) return [];
      const account: Readonly<Record<StorageMode, number>> = { managed: usage.usedBytes, byos: usage.byosBytes };
      const isTheirs = (of: { readonly organizationId: string; readonly storageMode: StorageMode }, mode: StorageMode) =>
        of.organizationId === organizationId && of.storageMode === mode;
      return storageModes
        .map((storageMode) => ({
          organizationId,
          storageMode,
          accountBytes: account[storageMode],
          ledgerBytes: sumOf(tables.ledgerEntries.where((entry) => isTheirs(entry, storageMode)).map(({ bytes }) => bytes)),
          repositoriesBytes: sumOf(
            tables.repositories
              .where((repository) => isTheirs(repository, storageMode))
              .map(({ id }) => tables.repositoryUsages.get(id)?.physicalBytes ?? 0),
          ),
        }))
        .filter((sums) => sums.ledgerBytes !== sums.accountBytes || sums.repositoriesBytes !== sums.accountBytes);
    },
    hasOwner: async (organizationId) =>
      tables.memberships.where((member) => member.organizationId === organizationId && member.role === 'OWNER').length > 0,
    findOwners: async (repositoryIds) =>
      new Map(
        repositoryIds.flatMap((id): readonly (readonly [RepositoryId, KeyOwner])[] => {
          if (tables.repositories.get(id) !== undefined) return [[id, 'kept']];
          return tables.deletedRepositories.get(id) === undefined ? [] : [[id, 'deleted']];
        }),
      ),
    findWhole: async (repositoryId, oids) => {
      const awaited = new Set(
        tables.uploadSessions
          .where(({ session, sweep }) => session.repositoryId === repositoryId && sweep !== 'done')
          .flatMap(({ session }) => tables.uploadObjects.where(({ sessionId }) => sessionId === session.id))
          .map(({ object }) => object.oid),
      );
      const isWhole = (oid: Oid): boolean => {
        const key = keyOf(repositoryId, oid);
        const found = [tables.objects.get(key), tables.quarantinedObjects.get(key)?.quarantined];
        return found.some((one) => one?.object.layout === 'whole');
      };
      return new Set(oids.filter((oid) => isWhole(oid) || awaited.has(oid)));
    },
    findUnswept: async (repositoryId, sessionIds) =>
      new Set(
        sessionIds.filter((id) => {
          const row = tables.uploadSessions.get(id);
          return row?.session.repositoryId === repositoryId && row.sweep !== 'done';
        }),
      ),
    scrubPosition: async () => tables.scrubPositions.get('storage'),
  };
};

export const integrityRecords = (tables: DraftTables): IntegrityRecords => ({
  ...integrityQueries(tables),
  setScrubPosition: async (position) => tables.scrubPositions.put('storage', position),
});
