import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { createMeter } from '../meter.js';
import type { TransferContext } from '../transfer-context.js';
import { createReceiver } from './receiver.js';
import { receiveChecked } from './receive-checked.js';
import type { WholeOptions } from './whole-object.js';

/** Fetches an object of at most so many bytes into memory, verified. Throws an `AgentProblem`. */
export const pullBytes = async (context: TransferContext, oid: Oid, maxBytes: number, whole: WholeOptions): Promise<Buffer> => {
  let held: Uint8Array[] = [];
  const sink = {
    append: async (pieces: readonly Uint8Array[]) => {
      held.push(...pieces);
      const sizeBytes = held.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (sizeBytes > maxBytes) throw new AgentProblem(`${oid} has more than ${maxBytes} bytes`);
    },
    truncate: async () => {
      held = [];
    },
  };
  const receiver = createReceiver(sink, createMeter({ onProgress: () => undefined }, oid, undefined));
  await receiveChecked(context, oid, receiver, { receivedBytes: 0 }, whole);
  return Buffer.concat(held);
};
