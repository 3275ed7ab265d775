import { invariant } from '../../app-error.js';
import type { PendingProof, TreeQueries, TreeRecords } from '../../ports/records/tree-records.js';
import type { RepositoryId } from '../../values/index.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const byAge = (left: PendingProof, right: PendingProof): number =>
  left.requestedAt - right.requestedAt || compareText(left.repositoryId, right.repositoryId) || compareText(left.oid, right.oid);

export const treeQueries = (tables: ReadableTables): TreeQueries => ({
  findFile: async (repositoryId, path) => tables.treeFiles.get(keyOf(repositoryId, path))?.file,
  findChunks: async (repositoryId, names) => {
    const found = names.flatMap((name) => tables.chunks.get(keyOf(repositoryId, name))?.chunk ?? []);
    return new Map(found.map((chunk) => [chunk.name, chunk]));
  },
  findProvenPacks: async (repositoryId, packs) =>
    new Set(packs.filter((pack) => tables.packs.get(keyOf(repositoryId, pack)) !== undefined)),
  findManifest: async (repositoryId, oid) => tables.objects.get(keyOf(repositoryId, oid))?.manifestSha256,
  listTransfers: async (repositoryId, kind, page) => {
    const events = tables.transferEvents
      .where((row) => row.repositoryId === repositoryId && (kind === undefined || row.event.kind === kind))
      .map(({ event }) => event);
    return pageByKey(events, ({ at, id }) => descending(at) + id, page);
  },
  listPendingProofs: async (limit) => [...tables.pendingProofs.where(() => true)].sort(byAge).slice(0, limit),
  findPendingProof: async (repositoryId, oid) => tables.pendingProofs.get(keyOf(repositoryId, oid)),
});

export const treeRecords = (tables: DraftTables): TreeRecords => {
  const demandRepository = (repositoryId: RepositoryId): void =>
    invariant(tables.repositories.get(repositoryId) !== undefined, 'what is in a chunk tree belongs to a repository');
  return {
    ...treeQueries(tables),
    putFile: async (repositoryId, file) => {
      demandRepository(repositoryId);
      tables.treeFiles.put(keyOf(repositoryId, file.path), { repositoryId, file });
    },
    removeFile: async (repositoryId, path, state) => {
      const key = keyOf(repositoryId, path);
      if (tables.treeFiles.get(key)?.file.state !== state) return false;
      tables.treeFiles.remove(key);
      return true;
    },
    listStaleFiles: async (before, limit) =>
      tables.treeFiles
        .where(({ file }) => file.state === 'receiving' && file.changedAt < before)
        .map(({ repositoryId, file }) => ({ ...file, repositoryId }))
        .sort((left, right) => left.changedAt - right.changedAt)
        .slice(0, limit),
    addPack: async (repositoryId, pack, chunks, at) => {
      demandRepository(repositoryId);
      const packKey = keyOf(repositoryId, pack);
      if (tables.packs.get(packKey) === undefined) tables.packs.put(packKey, { repositoryId, provenAt: at });
      for (const chunk of chunks) {
        const key = keyOf(repositoryId, chunk.name);
        if (tables.chunks.get(key) === undefined) tables.chunks.put(key, { repositoryId, chunk });
      }
    },
    setManifest: async (repositoryId, oid, manifestSha256) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      invariant(row !== undefined, 'a manifest is frozen for an object that is registered');
      if (row.manifestSha256 === undefined) tables.objects.put(key, { ...row, manifestSha256 });
    },
    addTransfer: async (repositoryId, event) => {
      demandRepository(repositoryId);
      const key = keyOf(repositoryId, event.id);
      invariant(tables.transferEvents.get(key) === undefined, 'the id of a transfer is used once');
      tables.transferEvents.put(key, { repositoryId, event });
    },
    addPendingProof: async (proof) => {
      demandRepository(proof.repositoryId);
      const key = keyOf(proof.repositoryId, proof.oid);
      if (tables.pendingProofs.get(key) === undefined) tables.pendingProofs.put(key, proof);
    },
    removePendingProof: async (repositoryId, oid) => tables.pendingProofs.remove(keyOf(repositoryId, oid)),
  };
};
