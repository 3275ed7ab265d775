import { invariant } from '../../model/app-error.js';
import { foldersAbove, type PackName, packPath, type RepositoryId } from '../../model/values/index.js';
import type { ClaimedVerification, TreeQueries, TreeRecords } from '../../ports/records/tree-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import { dueOf } from '../due.js';
import type { DraftTables, ReadableTables } from '../tables.js';

type VerificationRow = ReturnType<DraftTables['pendingVerifications']['where']>[number];

const byDueAt = (left: VerificationRow, right: VerificationRow): number =>
  left.dueAt - right.dueAt ||
  left.verification.requestedAt - right.verification.requestedAt ||
  compareText(left.verification.repositoryId, right.verification.repositoryId) ||
  compareText(left.verification.oid, right.verification.oid);

/** Whether the pack is in quarantine or being deleted. */
const isHidden = (tables: ReadableTables, repositoryId: RepositoryId, pack: PackName): boolean => {
  const condemned = tables.condemnedFiles.get(keyOf(repositoryId, packPath(pack)));
  return condemned !== undefined && condemned.file.state !== 'seen';
};

export const treeQueries = (tables: ReadableTables): TreeQueries => ({
  findFile: async (repositoryId, path) => tables.treeFiles.get(keyOf(repositoryId, path))?.file,
  findFiles: async (repositoryId, paths) => {
    const found = paths.flatMap((path) => tables.treeFiles.get(keyOf(repositoryId, path))?.file ?? []);
    return new Map(found.map((file) => [file.path, file]));
  },
  listBelow: async (repositoryId, folder, after, limit) =>
    tables.treeFiles
      .where((row) => row.repositoryId === repositoryId && row.file.path.startsWith(`${folder}/`))
      .map(({ file }) => file)
      .filter(({ path }) => after === undefined || path > after)
      .toSorted((left, right) => compareText(left.path, right.path))
      .slice(0, limit),
  findChunks: async (repositoryId, names) => {
    const found = names
      .flatMap((name) => tables.chunks.get(keyOf(repositoryId, name))?.chunk ?? [])
      .filter(({ pack }) => !isHidden(tables, repositoryId, pack));
    return new Map(found.map((chunk) => [chunk.name, chunk]));
  },
  findVerifiedPacks: async (repositoryId, packs) =>
    new Set(packs.filter((pack) => tables.packs.get(keyOf(repositoryId, pack)) !== undefined)),
  findManifest: async (repositoryId, oid) => tables.objects.get(keyOf(repositoryId, oid))?.manifestSha256,
  listManifests: async (repositoryId, after, limit) =>
    tables.objects
      .where((row) => row.repositoryId === repositoryId)
      .flatMap(({ object: { oid }, manifestSha256 }) => (manifestSha256 === undefined ? [] : [{ oid, manifestSha256 }]))
      .filter(({ oid }) => after === undefined || oid > after)
      .toSorted((left, right) => compareText(left.oid, right.oid))
      .slice(0, limit),
  listPendingVerifications: async (repositoryId, after, limit) =>
    tables.pendingVerifications
      .where(({ verification }) => verification.repositoryId === repositoryId)
      .map(({ verification }) => verification)
      .filter(({ oid }) => after === undefined || oid > after)
      .toSorted((left, right) => compareText(left.oid, right.oid))
      .slice(0, limit),
  listTransfers: async (repositoryId, kind, page) => {
    const events = tables.transferEvents
      .where((row) => row.repositoryId === repositoryId && (kind === undefined || row.event.kind === kind))
      .map(({ event }) => event);
    return pageByKey(events, ({ at, id }) => descending(at) + id, page);
  },
  findPendingVerification: async (repositoryId, oid) => tables.pendingVerifications.get(keyOf(repositoryId, oid))?.verification,
});

export const treeRecords = (tables: DraftTables): TreeRecords => {
  const demandRepository = (repositoryId: RepositoryId): void =>
    invariant(tables.repositories.get(repositoryId) !== undefined, 'what is in a chunk tree belongs to a repository');
  const claimedRow = ({ repositoryId, oid, holder, attempt }: ClaimedVerification): VerificationRow | undefined => {
    const row = tables.pendingVerifications.get(keyOf(repositoryId, oid));
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
    countFile: async (repositoryId, max) => {
      demandRepository(repositoryId);
      const count = tables.treeFileCounts.get(repositoryId)?.count ?? 0;
      if (count >= max) return false;
      tables.treeFileCounts.put(repositoryId, { count: count + 1 });
      const isListed = tables.treeCollections.get(repositoryId) !== undefined;
      if (!isListed)
        tables.treeCollections.put(repositoryId, { repositoryId, dueAt: 0, holder: undefined, attempts: 0, deadBytes: 0 });
      return true;
    },
    removeFile: async (repositoryId, path, state, isCounted = true) => {
      const key = keyOf(repositoryId, path);
      if (tables.treeFiles.get(key)?.file.state !== state) return false;
      tables.treeFiles.remove(key);
      const count = tables.treeFileCounts.get(repositoryId)?.count ?? 0;
      if (isCounted && count > 0) tables.treeFileCounts.put(repositoryId, { count: count - 1 });
      return true;
    },
    listStaleFiles: async (before, limit) =>
      tables.treeFiles
        .where(({ file }) => file.state === 'receiving' && file.changedAt < before)
        .map(({ repositoryId, file }) => ({ ...file, repositoryId }))
        .sort((left, right) => left.changedAt - right.changedAt)
        .slice(0, limit),
    addPack: async (repositoryId, pack, chunks, at, inPlaceOf = []) => {
      demandRepository(repositoryId);
      const packKey = keyOf(repositoryId, pack);
      if (tables.packs.get(packKey) === undefined) tables.packs.put(packKey, { repositoryId, name: pack, verifiedAt: at });
      if (tables.sparseIndexes.get(repositoryId) !== undefined) return;
      for (const chunk of chunks) {
        const key = keyOf(repositoryId, chunk.name);
        const known = tables.chunks.get(key)?.chunk;
        const gives = known !== undefined && (inPlaceOf.includes(known.pack) || isHidden(tables, repositoryId, known.pack));
        if (known === undefined || gives) tables.chunks.put(key, { repositoryId, chunk });
      }
    },
    removePacks: async (repositoryId, packs) => {
      for (const pack of packs) tables.packs.remove(keyOf(repositoryId, pack));
    },
    removeChunksOf: async (repositoryId, packs, after, limit) => {
      const next = tables.chunks
        .where((row) => row.repositoryId === repositoryId && (after === undefined || row.chunk.name > after))
        .map(({ chunk }) => chunk)
        .toSorted((left, right) => compareText(left.name, right.name))
        .slice(0, limit);
      for (const { name, pack } of next) if (packs.includes(pack)) tables.chunks.remove(keyOf(repositoryId, name));
      return next.at(-1)?.name;
    },
    setManifest: async (repositoryId, oid, manifestSha256, chunkCount) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      invariant(row !== undefined, 'a manifest is frozen for an object that is registered');
      if (row.manifestSha256 === undefined) tables.objects.put(key, { ...row, manifestSha256, chunkCount });
    },
    replaceManifest: async (repositoryId, oid, former, latter) => {
      const key = keyOf(repositoryId, oid);
      const row = tables.objects.get(key);
      const isRegistered = row?.manifestSha256 === former;
      if (isRegistered) tables.objects.put(key, { ...row, manifestSha256: latter });
      const removed = tables.quarantinedObjects.get(key);
      const isRemoved = removed?.quarantined.manifestSha256 === former;
      if (isRemoved) {
        const quarantined = { ...removed.quarantined, manifestSha256: latter };
        tables.quarantinedObjects.put(key, { ...removed, quarantined });
      }
      return isRegistered || isRemoved;
    },
    addTransfer: async (repositoryId, event) => {
      demandRepository(repositoryId);
      const key = keyOf(repositoryId, event.id);
      invariant(tables.transferEvents.get(key) === undefined, 'the id of a transfer is used once');
      tables.transferEvents.put(key, { repositoryId, event });
    },
    addPendingVerification: async (verification) => {
      demandRepository(verification.repositoryId);
      const key = keyOf(verification.repositoryId, verification.oid);
      const waiting = tables.pendingVerifications.get(key);
      if (waiting !== undefined) {
        const name = waiting.verification.name ?? verification.name;
        tables.pendingVerifications.put(key, { ...waiting, verification: { ...waiting.verification, name } });
        return;
      }
      tables.pendingVerifications.put(key, { verification, dueAt: verification.requestedAt, holder: undefined, attempts: 0 });
    },
    removePendingVerification: async (repositoryId, oid) => tables.pendingVerifications.remove(keyOf(repositoryId, oid)),
    claimVerification: async (holder, now, until, { busy = [], beyond } = {}) => {
      const isPassedOver = ({ verification: { repositoryId, sizeBytes } }: VerificationRow): boolean => {
        const organizationId = tables.repositories.get(repositoryId)?.organizationId;
        return busy.some((one) => one.organizationId === organizationId && sizeBytes >= one.belowBytes);
      };
      const due = dueOf(
        tables.pendingVerifications.where((row) => !isPassedOver(row)),
        now,
        beyond,
      );
      const [next] = [...due].sort(byDueAt);
      if (next === undefined) return undefined;
      const { verification } = next;
      const attempts = next.attempts + 1;
      tables.pendingVerifications.put(keyOf(verification.repositoryId, verification.oid), {
        verification,
        dueAt: until,
        holder,
        attempts,
      });
      return { ...verification, holder, attempt: attempts };
    },
    renewVerification: async (claim, until) => {
      const row = claimedRow(claim);
      if (row !== undefined) tables.pendingVerifications.put(keyOf(claim.repositoryId, claim.oid), { ...row, dueAt: until });
      return row !== undefined;
    },
    removeClaimedVerification: async (claim) => {
      if (claimedRow(claim) === undefined) return false;
      tables.pendingVerifications.remove(keyOf(claim.repositoryId, claim.oid));
      return true;
    },
  };
};
