import {
  type ChunkLocation,
  type ChunkName,
  type PackName,
  packPath,
  type RepositoryId,
  type TransferEvent,
  type TreeFile,
  trusted,
  type UserId,
} from '@svc/core/model';
import type { PendingVerification } from '@svc/core/ports';
import { builtAt, uniqueHash, uniqueId, uniqueOid } from './builders.js';

export const aPackName = (): PackName => trusted<PackName>(uniqueHash());

export const aTreeFile = (part: Partial<TreeFile> = {}): TreeFile => ({
  path: packPath(aPackName()),
  sizeBytes: 1000,
  state: 'stored',
  receivers: 0,
  changedAt: builtAt,
  ...part,
});

export const aChunk = (part: Partial<ChunkLocation> = {}): ChunkLocation => ({
  name: trusted<ChunkName>(uniqueHash()),
  pack: aPackName(),
  offset: 8,
  storedBytes: 500,
  rawBytes: 700,
  encoding: 1,
  ...part,
});

export const aTransfer = (part: Partial<TransferEvent> = {}): TransferEvent => ({
  id: uniqueId(),
  kind: 'push',
  stats: { durationMs: 12, logicalBytes: 1000 },
  at: builtAt,
  ...part,
});

export const aPendingVerification = (
  repositoryId: RepositoryId,
  part: Partial<PendingVerification> = {},
): PendingVerification => ({
  repositoryId,
  oid: uniqueOid(),
  sizeBytes: 5_000_000_000,
  name: 'models/engine.bin',
  requestedBy: trusted<UserId>(uniqueId()),
  requestedAt: builtAt,
  ...part,
});
