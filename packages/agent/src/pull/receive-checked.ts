import type { Oid } from '@svc/core';
import type { TransferContext } from '../transfer-context.js';
import { DamagedObject } from './damaged-object.js';
import { mendReceived } from './mend-received.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { receiveInOrder, type WholeOptions } from './whole-object.js';

/**
 * Receives an object in one piece. Only when its SHA-256 turns out wrong is it looked for what has come damaged, which is fetched again where the service has
 * names of the object's blocks. Throws unless the SHA-256 of what the receiver has is the oid.
 */
export const receiveChecked = async (
  context: TransferContext,
  oid: Oid,
  receiver: Receiver,
  traffic: Traffic,
  options: WholeOptions = {},
): Promise<'whole'> => {
  await receiveInOrder(context, oid, receiver, traffic, options);
  if (receiver.oid() === oid || (await mendReceived(context, oid, receiver, traffic)) === oid) return 'whole';
  throw new DamagedObject(`what the service sent for ${oid} has another SHA-256`, 'came with another SHA-256');
};
