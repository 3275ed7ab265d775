import { reportTransfer } from '../report-transfer.js';
import type { TransferContext } from '../transfer-context.js';
import type { PullReport } from './pull-report.js';

/** Tells the service how the pulls of some objects went that began together. */
export const reportPulls = async (context: TransferContext, reports: readonly PullReport[], seconds: number): Promise<void> => {
  const sum = (bytesOf: (report: PullReport) => number): number => reports.reduce((total, report) => total + bytesOf(report), 0);
  const logicalBytes = sum((report) => report.sizeBytes);
  const storedBytes = sum((report) => report.receivedBytes);
  await reportTransfer(context, 'pull', { durationMs: seconds * 1000, logicalBytes, storedBytes, objectCount: reports.length });
};
