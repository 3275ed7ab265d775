import type { StorageMode } from '../../model/repository.js';
import type { ObjectDownloads, TrafficDay } from '../../model/usage/traffic.js';
import { addByteCounts, type Day, type Oid, type OrganizationId, type RepositoryId } from '../../model/values/index.js';
import type { TrafficQueries, TrafficRecords } from '../../ports/records/traffic-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

interface ModeAndDay {
  readonly storageMode: StorageMode;
  readonly day: Day;
}

export const byDay = (left: ModeAndDay, right: ModeAndDay): number =>
  left.day - right.day || compareText(left.storageMode, right.storageMode);

export const addTraffic = (tables: DraftTables, organizationId: OrganizationId, more: TrafficDay): void => {
  const key = keyOf(organizationId, more.storageMode, String(more.day));
  const known = tables.trafficDays.get(key);
  tables.trafficDays.put(key, {
    ...more,
    organizationId,
    uploadedBytes: addByteCounts(known?.uploadedBytes ?? 0, more.uploadedBytes),
    egressBytes: addByteCounts(known?.egressBytes ?? 0, more.egressBytes),
    downloads: (known?.downloads ?? 0) + more.downloads,
  });
};

export const trafficQueries = (tables: ReadableTables): TrafficQueries => ({
  listDays: async (organizationId, from) =>
    tables.trafficDays
      .where((row) => row.organizationId === organizationId && row.day >= from)
      .toSorted(byDay)
      .map(({ organizationId: _of, ...day }) => day),
  downloadsOf: async (repositoryId, oids) => {
    const found = new Map<Oid, ObjectDownloads>();
    for (const oid of oids) {
      const row = tables.objectDownloads.get(keyOf(repositoryId, oid));
      if (row !== undefined) found.set(oid, { downloads: row.downloads, lastDownloadedAt: row.lastDownloadedAt });
    }
    return found;
  },
});

export const addObjectDownloads = (
  tables: DraftTables,
  repositoryId: RepositoryId,
  oid: Oid,
  { downloads, lastDownloadedAt }: ObjectDownloads,
): void => {
  const key = keyOf(repositoryId, oid);
  const known = tables.objectDownloads.get(key) ?? { downloads: 0, lastDownloadedAt: 0 };
  tables.objectDownloads.put(key, {
    repositoryId,
    downloads: known.downloads + downloads,
    lastDownloadedAt: Math.max(known.lastDownloadedAt, lastDownloadedAt),
  });
};

export const trafficRecords = (tables: DraftTables): TrafficRecords => ({
  ...trafficQueries(tables),
  addDownloads: async ({ egress, objects }) => {
    for (const { organizationId, repositoryId, storageMode, day, bytes, downloads } of egress) {
      addTraffic(tables, organizationId, { storageMode, day, uploadedBytes: 0, egressBytes: bytes, downloads });
      if (tables.repositories.get(repositoryId) === undefined) continue;
      const key = keyOf(repositoryId, String(day));
      const known = tables.repositoryEgress.get(key) ?? { bytes: 0, downloads: 0 };
      tables.repositoryEgress.put(key, {
        repositoryId,
        day,
        bytes: addByteCounts(known.bytes, bytes),
        downloads: known.downloads + downloads,
      });
    }
    for (const { repositoryId, oid, ...counted } of objects) {
      if (tables.repositories.get(repositoryId) !== undefined) addObjectDownloads(tables, repositoryId, oid, counted);
    }
    return { egress: [], objects: [] };
  },
  noteBatch: async ({ writer, number }, notedAt) => {
    const known = tables.downloadWriters.get(writer);
    if (known !== undefined && known.lastBatch >= number) return false;
    tables.downloadWriters.put(writer, { lastBatch: number, notedAt });
    return true;
  },
  forgetWriters: async (notedBefore) => tables.downloadWriters.removeWhere(({ notedAt }) => notedAt < notedBefore),
});
