import type { TransferContext } from '../transfer-context.js';
import type { PullReport } from './pull-report.js';

const maxReportMs = 2000;

/** Tells the service how a pull went. Nothing depends on it, and nobody waits long for it (spec 4.13). */
export const reportPull = async ({ client, repositoryId, signal }: TransferContext, report: PullReport): Promise<void> => {
  const { seconds, sizeBytes, receivedBytes } = report;
  const stats = { durationMs: seconds * 1000, logicalBytes: sizeBytes, storedBytes: receivedBytes, objectCount: 1 };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(maxReportMs)]);
  await client.tree.reportTransfer(repositoryId, 'pull', stats, { signal: patience }).unwrapOr(undefined);
};
