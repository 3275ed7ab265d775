import { artifactTypes } from '../../model/artifacts/artifact-type.js';
import { type Folder, foldersOfName, splitFolderPath } from '../../model/artifacts/folder.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import { type Day, dayOf, type RepositoryId } from '../../model/values/index.js';
import type { ObjectTotals, StorageDay, StorageQueries } from '../../ports/records/storage-queries.js';
import { backlogOf } from '../backlog-of.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import type { ReadableTables } from '../tables.js';

const sumUp = (objects: readonly StoredObject[]): ObjectTotals => ({
  objectCount: objects.length,
  logicalBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  physicalBytes: objects.reduce((sum, { physicalBytes }) => sum + physicalBytes, 0),
});

export const storageQueries = (tables: ReadableTables): StorageQueries => {
  const objectsOf = (repositoryId: RepositoryId): readonly StoredObject[] =>
    tables.objects.where((row) => row.repositoryId === repositoryId).map(({ object }) => object);
  const foldersOf = (repositoryId: RepositoryId): readonly Folder[] => {
    const folders = new Map<string, StoredObject[]>();
    for (const object of objectsOf(repositoryId)) {
      for (const path of object.name === undefined ? [] : foldersOfName(object.name)) {
        folders.set(path, [...(folders.get(path) ?? []), object]);
      }
    }
    return [...folders].map(([path, objects]) => ({ path, ...sumUp(objects) }));
  };
  return {
    byDay: async (repositoryId, from) => {
      const isThere = tables.repositories.get(repositoryId) !== undefined;
      const entries = isThere ? tables.ledgerEntries.where((entry) => entry.repositoryId === repositoryId) : [];
      const days = new Map<Day, StorageDay>();
      for (const { bytes, at } of entries.filter((entry) => entry.at >= from)) {
        const day = dayOf(at);
        const { addedBytes, removedBytes } = days.get(day) ?? { addedBytes: 0, removedBytes: 0 };
        days.set(day, { day, addedBytes: addedBytes + Math.max(bytes, 0), removedBytes: removedBytes + Math.max(-bytes, 0) });
      }
      return {
        beforeBytes: entries.filter(({ at }) => at < from).reduce((sum, { bytes }) => sum + bytes, 0),
        days: [...days.values()].toSorted((left, right) => left.day - right.day),
      };
    },
    trafficByDay: async (repositoryId, from) => {
      const isAsked = (row: { readonly repositoryId: RepositoryId; readonly day: Day }): boolean =>
        row.repositoryId === repositoryId && row.day >= from;
      const uploads = new Map(tables.repositoryUploads.where(isAsked).map(({ day, bytes }) => [day, bytes]));
      const egress = new Map(tables.repositoryEgress.where(isAsked).map((row) => [row.day, row]));
      return [...new Set([...uploads.keys(), ...egress.keys()])]
        .toSorted((left, right) => left - right)
        .map((day) => ({
          day,
          uploadedBytes: uploads.get(day) ?? 0,
          egressBytes: egress.get(day)?.bytes ?? 0,
          downloads: egress.get(day)?.downloads ?? 0,
        }));
    },
    totals: async (repositoryId) =>
      artifactTypes
        .map((type) => ({ type, objects: objectsOf(repositoryId).filter((object) => object.type === type) }))
        .filter(({ objects }) => objects.length > 0)
        .toSorted((left, right) => compareText(left.type, right.type))
        .map(({ type, objects }) => ({
          type,
          ...sumUp(objects),
          inChunks: sumUp(objects.filter(({ layout }) => layout === 'chunks')),
        })),
    conditions: async (repositoryId, now) => {
      const verifications = tables.pendingVerifications
        .where(({ verification }) => verification.repositoryId === repositoryId)
        .map(({ verification }) => verification);
      const files = tables.treeFiles.where(({ repositoryId: of, file }) => of === repositoryId && file.state === 'receiving');
      const sessions = tables.uploadSessions.where(
        ({ session }) =>
          session.repositoryId === repositoryId &&
          session.kind === 'session' &&
          session.status === 'OPEN' &&
          session.expiresAt > now,
      );
      const locks = tables.locks.where((lock) => lock.repositoryId === repositoryId);
      const verified = objectsOf(repositoryId).map(({ createdAt }) => createdAt);
      return {
        lastVerifiedAt: verified.length === 0 ? undefined : Math.max(...verified),
        pendingVerifications: {
          ...backlogOf(verifications.map(({ requestedAt }) => requestedAt)),
          bytes: verifications.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        },
        receivingFiles: backlogOf(files.map(({ file }) => file.changedAt)),
        openSessions: backlogOf(sessions.map(({ session }) => session.createdAt)),
        locks: backlogOf(locks.map(({ lockedAt }) => lockedAt)),
      };
    },
    folder: async (repositoryId, path) => foldersOf(repositoryId).find((folder) => folder.path === path),
    listFolders: async (repositoryId, path, page) =>
      pageByKey(
        foldersOf(repositoryId).filter((folder) => folder.path !== '' && splitFolderPath(folder.path).parent === path),
        (folder) => descending(folder.logicalBytes) + splitFolderPath(folder.path).name,
        page,
      ),
  };
};
