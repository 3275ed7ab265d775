import type { Oid } from '@svc/core';
import { createMeter } from '../meter.js';
import type { TransferContext } from '../transfer-context.js';
import type { LocalVersion } from './local-version.js';
import { openPartFile, type PartFileOptions } from './part-file.js';
import type { PullReport } from './pull-report.js';
import { receiveObject } from './receive-object.js';
import { receiveChecked } from './receive-checked.js';
import type { WholeOptions } from './whole-object.js';
import { createReceiver } from './receiver.js';
import { reportPulls } from './report-pulls.js';
import type { Traffic } from './traffic.js';

/** `shownAs`: what the destination is called in the report too. */
export interface PullOptions extends PartFileOptions {
  /** How large the object is, when that is known: for the progress alone. */
  readonly expectedBytes?: number | undefined;
  /** A version of it that lies elsewhere; what stands at the destination, unless it is given. */
  readonly local?: LocalVersion | undefined;
  /** Fetches it in one piece without asking for its chunks, and leaves the report to a caller that wants many. */
  readonly whole?: WholeOptions | undefined;
}

/**
 * Fetches an object into a file. It is written beside its destination and gets its name when it is whole, verified against the oid and durable; before
 * that, and after any failure, nothing has changed there. A symbolic link at the destination is replaced, never followed. Throws an `AgentProblem`.
 */
export const pullObject = async (
  context: TransferContext,
  oid: Oid,
  destination: string,
  options: PullOptions = {},
): Promise<PullReport> => {
  const startedAt = performance.now();
  const { expectedBytes, local = { path: destination }, whole, shownAs = destination } = options;
  const traffic: Traffic = { receivedBytes: 0 };
  const meter = createMeter(context, shownAs, expectedBytes);
  const file = await openPartFile(context.fileSystem, destination, options);
  try {
    const receiver = createReceiver(file, meter);
    const via =
      whole === undefined
        ? await receiveObject(context, oid, receiver, traffic, local)
        : await receiveChecked(context, oid, receiver, traffic, whole);
    await file.publish();
    meter.finish();
    const seconds = (performance.now() - startedAt) / 1000;
    const { receivedBytes } = traffic;
    const report: PullReport = { oid, path: shownAs, sizeBytes: receiver.sizeBytes(), seconds, receivedBytes, via };
    if (whole === undefined && via !== 'copy') await reportPulls(context, [report], seconds);
    return report;
  } finally {
    await file.discard();
  }
};
