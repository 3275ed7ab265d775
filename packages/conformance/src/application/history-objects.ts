import { isOid, portableHasher, type Oid } from '@svc/core';
import type { ObjectRequest } from '@svc/core/model';
import type { Result } from 'neverthrow';

const encoder = new TextEncoder();

export const oidOf = (bytes: Uint8Array): Oid => {
  const hash = portableHasher.sha256();
  hash.update(bytes);
  const oid = hash.digestHex();
  if (!isOid(oid)) throw new Error('invariant: a digest is an oid');
  return oid;
};

export interface HistoryObject extends ObjectRequest {
  readonly bytes: Uint8Array;
}

/** Few enough that the same object is met again and again, on every path; the first one is empty. */
export const objectPool: readonly HistoryObject[] = Array.from({ length: 8 }, (_, at) => {
  const bytes = encoder.encode(`object ${at} `.repeat(at));
  return { oid: oidOf(bytes), sizeBytes: bytes.byteLength, bytes };
});

export const requestOf = ({ oid, sizeBytes }: ObjectRequest): ObjectRequest => ({ oid, sizeBytes });

/** The value of a result that a history expects to be Ok. */
export const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

export const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
};

export const bytesOf = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  // A store may use its memory again.
  for await (const piece of body) pieces.push(piece.slice());
  return joined(pieces);
};
