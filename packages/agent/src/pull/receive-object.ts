import type { Oid } from '@svc/core';
import { UnreadableFile } from '../push/source-file.js';
import { contextForSize, type TransferContext } from '../transfer-context.js';
import { assemble, type AssembleOptions } from './assemble.js';
import { DamagedPack, showDamage } from './damaged-pack.js';
import { type LocalChunks, type LocalVersion, openLocalVersion } from './local-version.js';
import type { PullReport } from './pull-report.js';
import { readManifest, UnusableList } from './read-list.js';
import { receiveCopy } from './receive-copy.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { receiveChecked } from './receive-checked.js';

/**
 * Receives an object and checks every byte of it: from a copy that lies here; from its chunks where the service vouches for their list, those that another
 * version here has as well from there; else in one piece. Throws unless the SHA-256 of what the receiver got is the oid.
 */
export const receiveObject = async (
  context: TransferContext,
  oid: Oid,
  receiver: Receiver,
  traffic: Traffic,
  local?: LocalVersion,
): Promise<PullReport['via']> => {
  if (local?.oid === oid) {
    if (await receiveCopy(context, oid, local.path, receiver)) return 'copy';
    await receiver.restart();
  }
  if (await receiveChunks(context, oid, receiver, traffic, local)) return 'chunks';
  await receiver.restart();
  return receiveChecked(context, oid, receiver, traffic);
};

/**
 * Whether the chunks made up the object. Its hash vouches for all of them; only where they made up something else each is held against its name, so that
 * one that was damaged on its way comes again. A damaged pack throws: nobody else could put the object together from it either.
 */
const receiveChunks = async (
  context: TransferContext,
  oid: Oid,
  receiver: Receiver,
  traffic: Traffic,
  version: LocalVersion | undefined,
): Promise<boolean> => {
  try {
    const manifest = await readManifest(context, oid, traffic);
    receiver.expect(manifest.sizeBytes);
    const sized = contextForSize(context, manifest.sizeBytes);
    const assembled = (options: AssembleOptions): Promise<Oid> => assemble(sized, manifest, receiver, traffic, options);
    const local = version && (await openLocalVersion(context, version, manifest.sizeBytes, traffic));
    if (local !== undefined) {
      if (await isMadeWith(local, oid, assembled)) return true;
      await receiver.restart();
    }
    if ((await assembled({ checkedNames: 'none' })) === oid) return true;
    await receiver.restart();
    return (await assembled({ checkedNames: 'all' })) === oid;
  } catch (fault) {
    if (fault instanceof UnusableList) return false;
    if (fault instanceof DamagedPack) await showDamage(context, oid, receiver.sizeBytes());
    throw fault;
  }
};

/** Whether the object is what its chunks make up with those that lie here. What lies here may be damaged, or change: then nothing is taken from there. */
const isMadeWith = async (
  local: LocalChunks,
  oid: Oid,
  assembled: (options: AssembleOptions) => Promise<Oid>,
): Promise<boolean> => {
  try {
    return (await assembled({ checkedNames: 'none', local })) === oid;
  } catch (fault) {
    if (fault instanceof UnreadableFile) return false;
    throw fault;
  } finally {
    await local.close();
  }
};
