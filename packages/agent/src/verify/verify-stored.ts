import type { Oid } from '@svc/core';
import { createMeter } from '../meter.js';
import type { PullReport } from '../pull/pull-report.js';
import { receiveObject } from '../pull/receive-object.js';
import { createReceiver, nowhere } from '../pull/receiver.js';
import type { Traffic } from '../pull/traffic.js';
import type { TransferContext } from '../transfer-context.js';

/** What reading an object back has come to. Sizes in bytes. */
export type VerifyReport = Omit<PullReport, 'path'>;

/** Reads an object back from the service and checks every byte, without keeping any. Throws an `AgentProblem` unless it is whole and right. */
export const verifyStored = async (context: TransferContext, oid: Oid): Promise<VerifyReport> => {
  const startedAt = performance.now();
  const traffic: Traffic = { receivedBytes: 0 };
  const meter = createMeter(context, oid, undefined);
  const receiver = createReceiver(nowhere, meter);
  const via = await receiveObject(context, oid, receiver, traffic);
  meter.finish();
  const seconds = (performance.now() - startedAt) / 1000;
  return { oid, sizeBytes: receiver.sizeBytes(), seconds, receivedBytes: traffic.receivedBytes, via };
};
