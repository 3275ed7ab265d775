import { invariant } from '../../model/app-error.js';
import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import type { LedgerEntry, QuotaStanding, RepositoryTotals } from '../../model/usage/usage.js';
import { dayOf, isByteCount, type OrganizationId, type RepositoryId } from '../../model/values/index.js';
import type { UsageQueries, UsageRecords } from '../../ports/records/usage-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { addTraffic, byDay } from './traffic-records.js';

const emptyOrganization = Object.freeze({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
const noRepositories: RepositoryTotals = Object.freeze({
  repositoryCount: 0,
  objectCount: 0,
  logicalBytes: 0,
  physicalBytes: 0,
  wholeBytes: 0,
});
const emptyRepository = Object.freeze({ objectCount: 0, logicalBytes: 0, physicalBytes: 0, uploadedBytes: 0 });

const wholeBytesOf = (tables: ReadableTables, repositoryId: RepositoryId): number =>
  tables.objects
    .where((row) => row.repositoryId === repositoryId && row.object.layout === 'whole')
    .reduce((sum, { object }) => sum + object.sizeBytes, 0);

const quarantinedByosBytes = (tables: ReadableTables, organizationId: OrganizationId): number =>
  tables.quarantinedObjects
    .where(({ quarantined: one }) => one.organizationId === organizationId)
    .filter(({ quarantined: one }) => tables.repositories.get(one.repositoryId)?.storageMode === 'byos')
    .reduce((sum, { quarantined: one }) => sum + reclaimableBytesOf(one.object), 0);

const standingOf = (tables: ReadableTables, organizationId: OrganizationId): QuotaStanding | undefined => {
  const usage = tables.organizationUsages.get(organizationId);
  if (usage === undefined) return undefined;
  const { byosBytes: _free, ...managed } = usage;
  return { ...managed, quotaLevel: tables.quotaLevels.get(organizationId)?.level ?? 'normal' };
};

export const usageQueries = (tables: ReadableTables): UsageQueries => ({
  ofOrganization: async (organizationId) => tables.organizationUsages.get(organizationId) ?? emptyOrganization,
  reclaimableByosBytes: async (organizationId) =>
    tables.deletedRepositories
      .where((deleted) => deleted.organizationId === organizationId && deleted.storageMode === 'byos')
      .reduce((sum, { bytes }) => sum + bytes, quarantinedByosBytes(tables, organizationId)),
  standingOf: async (organizationId) => standingOf(tables, organizationId),
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
  byDay: async (organizationId, from) => {
    const rows = tables.usageDays.where((row) => row.organizationId === organizationId);
    const before = { managed: 0, byos: 0 };
    for (const { day, storageMode, addedBytes, removedBytes } of rows) {
      if (day < from) before[storageMode] += addedBytes - removedBytes;
    }
    const days = rows.filter(({ day }) => day >= from).toSorted(byDay);
    return { before, days: days.map(({ organizationId: _of, ...day }) => day) };
  },
  ofRepositories: async (organizationId) => {
    const totals = { managed: noRepositories, byos: noRepositories };
    for (const { id, storageMode } of tables.repositories.where((repository) => repository.organizationId === organizationId)) {
      const { objectCount, logicalBytes, physicalBytes } = tables.repositoryUsages.get(id) ?? emptyRepository;
      const sum = totals[storageMode];
      totals[storageMode] = {
        repositoryCount: sum.repositoryCount + 1,
        objectCount: sum.objectCount + objectCount,
        logicalBytes: sum.logicalBytes + logicalBytes,
        physicalBytes: sum.physicalBytes + physicalBytes,
        wholeBytes: sum.wholeBytes + wholeBytesOf(tables, id),
      };
    }
    return totals;
  },
});

const addToDay = (tables: DraftTables, { organizationId, storageMode, bytes, at }: LedgerEntry): void => {
  const day = dayOf(at);
  const key = keyOf(organizationId, storageMode, String(day));
  const { addedBytes, removedBytes } = tables.usageDays.get(key) ?? { addedBytes: 0, removedBytes: 0 };
  tables.usageDays.put(key, {
    organizationId,
    storageMode,
    day,
    addedBytes: addedBytes + Math.max(bytes, 0),
    removedBytes: removedBytes + Math.max(-bytes, 0),
  });
};

export const usageRecords = (tables: DraftTables): UsageRecords => ({
  ...usageQueries(tables),
  // A transaction in memory has everything to itself.
  hold: async () => undefined,
  // Without a limit there is still the largest integer that a number holds; subtracting from it stays below it.
  reserve: async (organizationId, bytes, limit = Number.MAX_SAFE_INTEGER) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return undefined;
    if (bytes > limit - usage.usedBytes - usage.reservedBytes - usage.reclaimableBytes) return undefined;
    tables.organizationUsages.put(organizationId, { ...usage, reservedBytes: usage.reservedBytes + bytes });
    return standingOf(tables, organizationId);
  },
  release: async (organizationId, bytes) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return;
    const reservedBytes = usage.reservedBytes - bytes;
    invariant(isByteCount(reservedBytes), 'only what was reserved is released');
    tables.organizationUsages.put(organizationId, { ...usage, reservedBytes });
  },
  keep: async (organizationId, bytes) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return;
    const reservedBytes = usage.reservedBytes - bytes;
    invariant(isByteCount(reservedBytes), 'only what was reserved is kept');
    tables.organizationUsages.put(organizationId, {
      ...usage,
      reservedBytes,
      reclaimableBytes: usage.reclaimableBytes + bytes,
    });
  },
  countReclaimable: async (organizationId, bytes) => {
    const usage = tables.organizationUsages.get(organizationId);
    if (usage === undefined) return;
    const reclaimableBytes = usage.reclaimableBytes + bytes;
    invariant(isByteCount(reclaimableBytes), 'from 0 to 2^53-1 bytes are reclaimable');
    tables.organizationUsages.put(organizationId, { ...usage, reclaimableBytes });
  },
  charge: async (entry) => {
    tables.ledgerEntries.append(entry);
    addToDay(tables, entry);
    const usage = tables.organizationUsages.get(entry.organizationId);
    if (usage === undefined) return undefined;
    const count = entry.storageMode === 'byos' ? 'byosBytes' : 'usedBytes';
    const bytes = usage[count] + entry.bytes;
    invariant(isByteCount(bytes), 'an organization uses from 0 to 2^53-1 bytes');
    tables.organizationUsages.put(entry.organizationId, { ...usage, [count]: bytes });
    return standingOf(tables, entry.organizationId);
  },
  setQuotaLevel: async (organizationId, level) => tables.quotaLevels.put(organizationId, { level }),
  countTree: async (repositoryId, bytes) => {
    const usage = tables.repositoryUsages.get(repositoryId);
    if (usage === undefined) return;
    const physicalBytes = usage.physicalBytes + bytes;
    invariant(isByteCount(physicalBytes), 'a repository occupies from 0 to 2^53-1 bytes');
    tables.repositoryUsages.put(repositoryId, { ...usage, physicalBytes });
  },
  countUpload: async ({ organizationId, repositoryId, storageMode, bytes, at }) => {
    addTraffic(tables, organizationId, { storageMode, day: dayOf(at), uploadedBytes: bytes, egressBytes: 0, downloads: 0 });
    const usage = tables.repositoryUsages.get(repositoryId);
    if (usage === undefined) return;
    tables.repositoryUsages.put(repositoryId, { ...usage, uploadedBytes: usage.uploadedBytes + bytes });
    const day = dayOf(at);
    const key = keyOf(repositoryId, String(day));
    const known = tables.repositoryUploads.get(key)?.bytes ?? 0;
    tables.repositoryUploads.put(key, { repositoryId, day, bytes: known + bytes });
  },
});
