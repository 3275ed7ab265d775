import { invariant } from '../../model/app-error.js';
import { foldersAbove, type RepositoryId } from '../../model/values/index.js';
import type { ClaimedProof, TreeQueries, TreeRecords } from '../../ports/records/tree-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

type ProofRow = ReturnType<DraftTables['pendingProofs']['where']>[number];

const byTurn = (left: ProofRow, right: ProofRow): number =>
  left.dueAt - right.dueAt ||
  left.proof.requestedAt - right.proof.requestedAt ||
  compareText(left.proof.repositoryId, right.proof.repositoryId) ||
  compareText(left.proof.oid, right.proof.oid);

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
  findPendingProof: async (repositoryId, oid) => tables.pendingProofs.get(keyOf(repositoryId, oid))?.proof,
});

export const treeRecords = (tables: DraftTables): TreeRecords => {
  const demandRepository = (repositoryId: RepositoryId): void =>
    invariant(tables.repositories.get(repositoryId) !== undefined, 'what is in a chunk tree belongs to a repository');
  const claimedRow = ({ repositoryId, oid, holder, attempt }: ClaimedProof): ProofRow | undefined => {
    const row = tables.pendingProofs.get(keyOf(repositoryId, oid));
    return row?.holder === holder && row.attempts === attempt ? row : undefined;
  };
  return {
    ...treeQueries(tables),
    putFile: async (repositoryId, file) => {
      demandRepository(repositoryId);
      tables.treeFiles.put(keyOf(repositoryId, file.path), { repositoryId, file });
    },
    isObstructed: async (repositoryId, path) =>
      foldersAbove(path).some((folder) => tables.treeFiles.get(keyOf(repositoryId, folder)) !== undefined) ||
      tables.treeFiles.where((row) => row.repositoryId === repositoryId && row.file.path.startsWith(`${path}/`)).length > 0,
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
    setManifest: async (repositoryId, oid, manifestSha256, chunkCount) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      invariant(row !== undefined, 'a manifest is frozen for an object that is registered');
      if (row.manifestSha256 === undefined) tables.objects.put(key, { ...row, manifestSha256, chunkCount });
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
      if (tables.pendingProofs.get(key) !== undefined) return;
      tables.pendingProofs.put(key, { proof, dueAt: proof.requestedAt, holder: undefined, attempts: 0 });
    },
    removePendingProof: async (repositoryId, oid) => tables.pendingProofs.remove(keyOf(repositoryId, oid)),
    claimProof: async (holder, now, until) => {
      const [next] = [...tables.pendingProofs.where(({ dueAt }) => dueAt <= now)].sort(byTurn);
      if (next === undefined) return undefined;
      const { proof } = next;
      const attempts = next.attempts + 1;
      tables.pendingProofs.put(keyOf(proof.repositoryId, proof.oid), { proof, dueAt: until, holder, attempts });
      return { ...proof, holder, attempt: attempts };
    },
    holdProof: async (claim, until) => {
      const row = claimedRow(claim);
      if (row !== undefined) tables.pendingProofs.put(keyOf(claim.repositoryId, claim.oid), { ...row, dueAt: until });
      return row !== undefined;
    },
    removeClaimedProof: async (claim) => {
      if (claimedRow(claim) === undefined) return false;
      tables.pendingProofs.remove(keyOf(claim.repositoryId, claim.oid));
      return true;
    },
  };
};
