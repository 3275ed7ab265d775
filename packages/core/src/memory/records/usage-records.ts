import { invariant } from '../../app-error.js';
import type { UsageQueries, UsageRecords } from '../../ports/records/usage-records.js';
import type { StorageMode } from '../../repositories/repository.js';
import { isByteCount } from '../../values/index.js';
import { compareText } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const emptyOrganization = { usedBytes: 0, reservedBytes: 0, byosBytes: 0 };
const emptyRepository = { objectCount: 0, logicalBytes: 0, physicalBytes: 0, uploadedBytes: 0 };

export const usageQueries = (tables: ReadableTables): UsageQueries => ({
  ofOrganization: async (organizationId) => tables.organizationUsages.get(organizationId) ?? emptyOrganization,
  ofRepository: async (repositoryId) => tables.repositoryUsages.get(repositoryId) ?? emptyRepository,
  listOrganizations: async (after, limit) =>
    tables.organizations
      .where(({ id }) => after === undefined || id > after)
      .map(({ id }) => id)
      .toSorted(compareText)
      .slice(0, limit),
  listLedger: async (organizationId, after, limit) =>
    tables.ledgerEntries
      .where(() => true)
      .map(({ organizationId: of, storageMode, bytes, at }, index) => ({
        of,
        entry: { place: index + 1, storageMode, bytes, at },
      }))
      .filter(({ of, entry }) => of === organizationId && entry.place > after)
      .map(({ entry }) => entry)
      .slice(0, limit),
  ofRepositories: async (organizationId) => {
    const bytesOf = (mode: StorageMode): number =>
      tables.repositories
        .where((repository) => repository.organizationId === organizationId && repository.storageMode === mode)
        .reduce((sum, { id }) => sum + (tables.repositoryUsages.get(id)?.physicalBytes ?? 0), 0);
    return { managed: bytesOf('managed'), byos: bytesOf('byos') };
  },
});

export const usageRecords = (tables: DraftTables): UsageRecords => ({
  ...usageQueries(tables),
  // Without a limit there is still the largest integer that a number holds; subtracting from it stays below it.
  reserve: async (organizationId, bytes, limit = Number.MAX_SAFE_INTEGER) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return false;
    if (bytes > limit - usage.usedBytes - usage.reservedBytes) return false;
    tables.organizationUsages.put(organizationId, { ...usage, reservedBytes: usage.reservedBytes + bytes });
    return true;
  },
  release: async (organizationId, bytes) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return;
    const reservedBytes = usage.reservedBytes - bytes;
    invariant(isByteCount(reservedBytes), 'only what was put aside is given up');
    tables.organizationUsages.put(organizationId, { ...usage, reservedBytes });
  },
  charge: async (entry) => {
    tables.ledgerEntries.append(entry);
    const usage = tables.organizationUsages.get(entry.organizationId);
    if (usage === undefined) return;
    const count = entry.storageMode === 'byos' ? 'byosBytes' : 'usedBytes';
    const bytes = usage[count] + entry.bytes;
    invariant(isByteCount(bytes), 'an organization uses from 0 to 2^53-1 bytes');
    tables.organizationUsages.put(entry.organizationId, { ...usage, [count]: bytes });
  },
  countTree: async (repositoryId, bytes) => {
    const usage = tables.repositoryUsages.get(repositoryId);
    if (usage === undefined) return;
    const physicalBytes = usage.physicalBytes + bytes;
    invariant(isByteCount(physicalBytes), 'a repository occupies from 0 to 2^53-1 bytes');
    tables.repositoryUsages.put(repositoryId, { ...usage, physicalBytes });
  },
  countUpload: async (repositoryId, bytes) => {
    const usage = tables.repositoryUsages.get(repositoryId);
    if (usage === undefined) return;
    tables.repositoryUsages.put(repositoryId, { ...usage, uploadedBytes: usage.uploadedBytes + bytes });
  },
});
