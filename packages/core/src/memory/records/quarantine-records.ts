import { invariant } from '../../model/app-error.js';
import { type QuarantinedObject, type QuarantinedOid, reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { QuarantineQueries, QuarantineRecords } from '../../ports/records/quarantine-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { forgetConversion } from './conversion-records.js';
import { objectRecords } from './object-records.js';
import { addObjectDownloads } from './traffic-records.js';

const keyOfFound = ({ repositoryId, object }: QuarantinedOid): string => keyOf(repositoryId, object.oid);

export const quarantineQueries = (tables: ReadableTables): QuarantineQueries => {
  const where = (holds: (quarantined: QuarantinedObject) => boolean): readonly QuarantinedObject[] =>
    tables.quarantinedObjects.where((row) => holds(row.quarantined)).map(({ quarantined }) => quarantined);
  return {
    find: async (repositoryId, oids) => {
      const found = oids.flatMap((oid) => tables.quarantinedObjects.get(keyOf(repositoryId, oid))?.quarantined ?? []);
      return new Map(found.map((quarantined) => [quarantined.object.oid, quarantined]));
    },
    list: async (repositoryId, page) => {
      const shown = where((one) => one.repositoryId === repositoryId && one.state === 'quarantined');
      return pageByKey([...shown], ({ removedAt, object }) => descending(removedAt) + object.oid, page);
    },
    listManifests: async (repositoryId, after, limit) =>
      where((one) => one.repositoryId === repositoryId && (after === undefined || one.object.oid > after))
        .flatMap(({ object: { oid }, manifestSha256 }) => (manifestSha256 === undefined ? [] : [{ oid, manifestSha256 }]))
        .toSorted((left, right) => compareText(left.oid, right.oid))
        .slice(0, limit),
    listUnasked: async (repositoryId, after, limit) =>
      where(
        ({ repositoryId: id, removedBy, state, object }) =>
          id === repositoryId &&
          removedBy === undefined &&
          state === 'quarantined' &&
          (after === undefined || object.oid > after),
      )
        .toSorted((left, right) => compareText(left.object.oid, right.object.oid))
        .slice(0, limit),
    totals: async (repositoryId) => {
      const all = where((one) => one.repositoryId === repositoryId);
      return { objects: all.length, bytes: all.reduce((sum, { object }) => sum + reclaimableBytesOf(object), 0) };
    },
    listDue: async (now, limit) =>
      where(({ dueAt }) => dueAt <= now)
        .toSorted(
          (left, right) =>
            left.dueAt - right.dueAt ||
            compareText(left.repositoryId, right.repositoryId) ||
            compareText(left.object.oid, right.object.oid),
        )
        .slice(0, limit),
    isResentIn: async (repositoryId, oid, sessionId) =>
      tables.quarantinedObjects.get(keyOf(repositoryId, oid))?.resentIn === sessionId,
  };
};

export const quarantineRecords = (tables: DraftTables): QuarantineRecords => {
  const asFound = (former: QuarantinedOid) => {
    const row = tables.quarantinedObjects.get(keyOfFound(former));
    return row?.quarantined.state === former.state && row.quarantined.dueAt === former.dueAt ? row : undefined;
  };
  const countOut = (removed: readonly QuarantinedObject[]): void => {
    for (const { repositoryId, object } of removed) {
      const usage = tables.repositoryUsages.get(repositoryId);
      invariant(usage !== undefined, 'every repository has a usage');
      tables.repositoryUsages.put(repositoryId, {
        ...usage,
        objectCount: usage.objectCount - 1,
        logicalBytes: usage.logicalBytes - object.sizeBytes,
        physicalBytes: usage.physicalBytes - reclaimableBytesOf(object),
      });
    }
  };
  return {
    ...quarantineQueries(tables),
    put: async (repositoryId, oids, removal, chunkBytes) => {
      const organizationId = tables.repositories.get(repositoryId)?.organizationId;
      invariant(organizationId !== undefined, 'an object belongs to a repository');
      const removed: QuarantinedObject[] = [];
      for (const key of new Set(oids.map((oid) => keyOf(repositoryId, oid)))) {
        const row = tables.objects.get(key);
        if (row === undefined) continue;
        invariant(tables.quarantinedObjects.get(key) === undefined, 'an object is in quarantine once');
        const { object, manifestSha256, chunkCount } = row;
        const inChunks = { manifestSha256, chunkCount, chunkBytes: chunkBytes?.get(object.oid) };
        const of = { repositoryId, organizationId, object, ...inChunks };
        const quarantined: QuarantinedObject = { ...of, ...removal, state: 'quarantined' };
        tables.quarantinedObjects.put(key, { quarantined, downloads: tables.objectDownloads.get(key) });
        tables.objects.remove(key);
        forgetConversion(tables, repositoryId, object.oid);
        tables.objectDownloads.remove(key);
        tables.unreachableObjects.remove(key);
        removed.push(quarantined);
      }
      countOut(removed);
      return removed;
    },
    putConverted: async (repositoryId, whole, removal) => {
      const organizationId = tables.repositories.get(repositoryId)?.organizationId;
      invariant(organizationId !== undefined, 'an object belongs to a repository');
      const key = keyOf(repositoryId, whole.oid);
      invariant(tables.quarantinedObjects.get(key) === undefined, 'an object is in quarantine once');
      const notInChunks = { manifestSha256: undefined, chunkCount: undefined, chunkBytes: undefined };
      const of = { repositoryId, organizationId, object: whole, ...notInChunks };
      const quarantined: QuarantinedObject = { ...of, ...removal, removedBy: undefined, state: 'converted' };
      tables.quarantinedObjects.put(key, { quarantined, downloads: undefined });
    },
    restore: async (found) => {
      const restored: StoredObject[] = [];
      for (const one of found) {
        const row = asFound(one);
        if (row === undefined) continue;
        const { repositoryId, object, manifestSha256, chunkCount } = row.quarantined;
        const key = keyOfFound(one);
        tables.quarantinedObjects.remove(key);
        const added = await objectRecords(tables).add(repositoryId, [object]);
        const back = tables.objects.get(key);
        invariant(added.length > 0 && back !== undefined, 'what is in quarantine is not among the objects');
        tables.objects.put(key, { ...back, manifestSha256, chunkCount });
        if (row.downloads !== undefined) addObjectDownloads(tables, repositoryId, object.oid, row.downloads);
        restored.push(object);
      }
      return restored;
    },
    update: async (former, change) => {
      const row = asFound(former);
      if (row === undefined) return false;
      tables.quarantinedObjects.put(keyOfFound(former), { ...row, quarantined: { ...row.quarantined, ...change } });
      return true;
    },
    remove: async (former) => {
      if (asFound(former) === undefined) return false;
      tables.quarantinedObjects.remove(keyOfFound(former));
      return true;
    },
    noteResentIn: async (repositoryId, oid, sessionId) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.quarantinedObjects.get(key);
      if (row !== undefined) tables.quarantinedObjects.put(key, { ...row, resentIn: sessionId });
    },
    forgetResentIn: async (repositoryId, oid, sessionId) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.quarantinedObjects.get(key);
      if (row?.resentIn === sessionId) tables.quarantinedObjects.put(key, { ...row, resentIn: undefined });
    },
  };
};
