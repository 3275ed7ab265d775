import { invariant } from '../../model/app-error.js';
import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import type { UnreachableLook } from '../../model/objects/unreachable-object.js';
import type { Instant } from '../../model/values/index.js';
import type { UnreachableQueries, UnreachableRecords } from '../../ports/records/unreachable-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const unreachableQueries = (tables: ReadableTables): UnreachableQueries => {
  const looksDue = (isDue: (dueAt: Instant) => boolean): readonly UnreachableLook[] =>
    tables.unreachableLooks
      .where(({ dueAt }) => isDue(dueAt))
      .toSorted((left, right) => left.dueAt - right.dueAt || compareText(left.repositoryId, right.repositoryId));
  return {
    find: async (repositoryId, oids) => {
      const marked = oids.flatMap((oid) => tables.unreachableObjects.get(keyOf(repositoryId, oid)) ?? []);
      return new Map(marked.map(({ oid, since }) => [oid, since]));
    },
    sum: async (repositoryId) => {
      const marked = tables.unreachableObjects.where((row) => row.repositoryId === repositoryId);
      const objects = marked.map(({ oid }) => {
        const row = tables.objects.get(keyOf(repositoryId, oid));
        invariant(row !== undefined, 'a mark goes with its object');
        return row.object;
      });
      return {
        objects: objects.length,
        logicalBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        bytes: objects.reduce((sum, object) => sum + reclaimableBytesOf(object), 0),
        oldestSince: marked.length === 0 ? undefined : Math.min(...marked.map(({ since }) => since)),
      };
    },
    findLook: async (repositoryId) => tables.unreachableLooks.get(repositoryId),
    listDue: async (now, beyond, limit) => {
      const due = looksDue((dueAt) => dueAt <= now);
      return (due.length > 0 ? due : looksDue((dueAt) => dueAt > beyond)).slice(0, limit);
    },
  };
};

export const unreachableRecords = (tables: DraftTables): UnreachableRecords => ({
  ...unreachableQueries(tables),
  mark: async (repositoryId, oids, since) => {
    for (const oid of oids) {
      const key = keyOf(repositoryId, oid);
      invariant(tables.objects.get(key) !== undefined, 'what is marked is an object of the repository');
      if (tables.unreachableObjects.get(key) === undefined) tables.unreachableObjects.put(key, { repositoryId, oid, since });
    }
  },
  unmark: async (repositoryId, oids) => {
    for (const oid of oids) tables.unreachableObjects.remove(keyOf(repositoryId, oid));
  },
  begin: async (repositoryId, dueAt) => {
    const look = tables.unreachableLooks.get(repositoryId);
    const begun = { repositoryId, lookedAt: undefined, doubt: undefined };
    tables.unreachableLooks.put(repositoryId, { ...(look ?? begun), dueAt });
  },
  end: async (repositoryId) => {
    tables.unreachableLooks.remove(repositoryId);
    tables.unreachableObjects.removeWhere((row) => row.repositoryId === repositoryId);
  },
  moveLook: async (repositoryId, dueAt) => {
    const look = tables.unreachableLooks.get(repositoryId);
    if (look !== undefined) tables.unreachableLooks.put(repositoryId, { ...look, dueAt });
  },
  noteLook: async ({ repositoryId, dueAt }, outcome) => {
    if (tables.unreachableLooks.get(repositoryId)?.dueAt !== dueAt) return false;
    tables.unreachableLooks.put(repositoryId, { repositoryId, ...outcome });
    return true;
  },
});
