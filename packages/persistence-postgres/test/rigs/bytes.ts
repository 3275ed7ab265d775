import { isOid, type Oid } from '@svc/core';
import { createHash } from 'node:crypto';

export const oidOf = (bytes: Uint8Array): Oid => {
  const oid = createHash('sha256').update(bytes).digest('hex');
  if (!isOid(oid)) throw new Error('a digest is an oid');
  return oid;
};

/** A body of one piece. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}
