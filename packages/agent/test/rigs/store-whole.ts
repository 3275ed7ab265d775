import type { Oid } from '@svc/core';
import type { TransferContext } from '../../src/transfer-context.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { sha256 } from './transfers.js';

/** Stores an object whole, through an upload session. */
export const storeWhole = async ({ client, repositoryId }: TransferContext, bytes: Buffer): Promise<Oid> => {
  const [oid, sizeBytes] = [oidOf(sha256(bytes)), bytes.byteLength];
  const session = (await client.uploads.open(repositoryId))._unsafeUnwrap();
  const [permission] = (await client.uploads.authorize(repositoryId, session, [{ oid, sizeBytes }]))._unsafeUnwrap();
  if (permission?.kind !== 'url') throw new Error('one URL takes the object');
  (await client.uploads.put(permission.uploadUrl, bytes))._unsafeUnwrap();
  (await client.uploads.complete(repositoryId, session, { oid, sizeBytes }))._unsafeUnwrap();
  (await client.uploads.finalize(repositoryId, session))._unsafeUnwrap();
  return oid;
};
