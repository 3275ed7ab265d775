import type { TransferKind, TransferStats } from '@svc/core/model';
import type { TransferContext } from './transfer-context.js';

const maxReportMs = 2000;

/** Tells the service how a transfer went. Nothing depends on it, and nobody waits long for it (spec 4.13). */
export const reportTransfer = async (
  { client, repositoryId, signal }: TransferContext,
  kind: TransferKind,
  stats: TransferStats,
): Promise<void> => {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxReportMs)]);
  await client.tree.reportTransfer(repositoryId, kind, stats, { signal: deadline }).unwrapOr(undefined);
};
