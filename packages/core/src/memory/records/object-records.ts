import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { invariant } from '../../model/app-error.js';
import { microsOf } from '../../model/artifacts/artifact.js';
import type { ObjectSort, StoredObject } from '../../model/objects/stored-object.js';
import type { ObjectQueries, ObjectRecords } from '../../ports/records/object-records.js';
import { descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const sortValue: Readonly<Record<ObjectSort, (object: StoredObject) => number>> = {
  recent: (object) => object.createdAt,
  size: (object) => object.sizeBytes,
};

export const objectQueries = (tables: ReadableTables): ObjectQueries => ({
  findSizes: async (repositoryId, oids) => {
    const found = oids.flatMap((oid) => tables.objects.get(keyOf(repositoryId, oid))?.object ?? []);
    return new Map(found.map(({ oid, sizeBytes }) => [oid, sizeBytes]));
  },
  findPhysicalSizes: async (repositoryId, oids) => {
    const found = oids.flatMap((oid) => tables.objects.get(keyOf(repositoryId, oid))?.object ?? []);
    return new Map(found.map(({ oid, physicalBytes }) => [oid, physicalBytes]));
  },
  findStored: async (repositoryId, oids) => {
    const found = oids.flatMap((oid) => tables.objects.get(keyOf(repositoryId, oid))?.object ?? []);
    return new Map(found.map(({ oid, sizeBytes, layout }) => [oid, { sizeBytes, layout }]));
  },
  findKnownSizes: async (repositoryId, sizesBytes) => {
    const asked = new Set(sizesBytes);
    const known = tables.objects.where((row) => row.repositoryId === repositoryId && asked.has(row.object.sizeBytes));
    return new Set(known.map(({ object }) => object.sizeBytes));
  },
  findUnnamed: async (repositoryId, oids) => {
    const found = oids.flatMap((oid) => tables.objects.get(keyOf(repositoryId, oid))?.object ?? []);
    return new Set(found.flatMap(({ oid, name }) => (name === undefined ? [oid] : [])));
  },
  list: async (repositoryId, sort, page) => {
    const objects = tables.objects.where((row) => row.repositoryId === repositoryId).map(({ object }) => object);
    return pageByKey(objects, (object) => descending(sortValue[sort](object)) + object.oid, page);
  },
});

export const objectRecords = (tables: DraftTables): ObjectRecords => ({
  ...objectQueries(tables),
  add: async (repositoryId, objects) => {
    const repository = tables.repositories.get(repositoryId);
    invariant(repository !== undefined, 'an object belongs to a repository');
    let last = tables.artifactClocks.get(repository.organizationId)?.last ?? -1;
    const added: StoredObject[] = [];
    for (const object of objects) {
      const key = keyOf(repositoryId, object.oid);
      if (tables.objects.get(key) !== undefined) continue;
      last = Math.max(last + 1, microsOf(object.createdAt));
      tables.objects.put(key, { repositoryId, object, manifestSha256: undefined, chunkCount: undefined, registeredAt: last });
      added.push(object);
    }
    tables.artifactClocks.put(repository.organizationId, { last });
    const usage = tables.repositoryUsages.get(repositoryId);
    invariant(usage !== undefined, 'every repository has a usage');
    tables.repositoryUsages.put(repositoryId, {
      objectCount: usage.objectCount + added.length,
      logicalBytes: added.reduce((sum, object) => sum + object.sizeBytes, usage.logicalBytes),
      physicalBytes: added.reduce((sum, object) => sum + reclaimableBytesOf(object), usage.physicalBytes),
      uploadedBytes: usage.uploadedBytes,
    });
    return added;
  },
  name: async (repositoryId, named, at) => {
    const repository = tables.repositories.get(repositoryId);
    invariant(repository !== undefined, 'an object belongs to a repository');
    let last = tables.artifactClocks.get(repository.organizationId)?.last ?? -1;
    for (const { oid, name, type } of named) {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      if (row === undefined || row.object.name !== undefined) continue;
      last = Math.max(last + 1, microsOf(at));
      tables.objects.put(key, { ...row, object: { ...row.object, name, type: type ?? row.object.type }, registeredAt: last });
    }
    tables.artifactClocks.put(repository.organizationId, { last });
  },
});
