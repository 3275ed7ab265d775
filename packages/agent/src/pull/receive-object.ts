import type { Oid } from '@svc/core';
import { contextForSize, type TransferContext } from '../transfer-context.js';
import { assemble } from './assemble.js';
import { DamagedPack, showDamage } from './damaged-pack.js';
import { readManifest, UnusableList } from './read-list.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { receiveChecked } from './receive-checked.js';

/**
 * Receives an object and checks every byte of it: from its chunks where the service vouches for their list, else in one piece. Throws unless the
 * SHA-256 of what the receiver got is the oid.
 */
export const receiveObject = async (
  context: TransferContext,
  oid: Oid,
  receiver: Receiver,
  traffic: Traffic,
): Promise<'chunks' | 'whole'> => {
  if (await receiveChunks(context, oid, receiver, traffic)) return 'chunks';
  await receiver.restart();
  return receiveChecked(context, oid, receiver, traffic);
};

/**
 * Whether the chunks made up the object. Its hash vouches for all of them; only where they made up something else each is held against its name, so that
 * one that was damaged on its way comes again. A damaged pack throws: nobody else could put the object together from it either.
 */
const receiveChunks = async (context: TransferContext, oid: Oid, receiver: Receiver, traffic: Traffic): Promise<boolean> => {
  try {
    const manifest = await readManifest(context, oid, traffic);
    receiver.expect(manifest.sizeBytes);
    const sized = contextForSize(context, manifest.sizeBytes);
    if ((await assemble(sized, manifest, receiver, traffic, 'none')) === oid) return true;
    await receiver.restart();
    return (await assemble(sized, manifest, receiver, traffic, 'all')) === oid;
  } catch (fault) {
    if (fault instanceof UnusableList) return false;
    if (fault instanceof DamagedPack) await showDamage(context, oid, receiver.sizeBytes());
    throw fault;
  }
};
