import type { BlobMissing, BlobReading, BlobStore } from '../ports/blob-store.js';
import type { Unavailable } from '../app-error.js';
import type { ObjectKey } from '../values/index.js';
import { TreeFault, type TreeFaultReason, TreeUnavailable } from './tree-fault.js';

const thrown = (key: ObjectKey, fault: BlobMissing | Unavailable): TreeFault | TreeUnavailable =>
  fault.kind === 'blob_missing' ? new TreeFault(key, 'missing') : new TreeUnavailable(fault);

const gather = async (key: ObjectKey, { body }: BlobReading, sizeBytes: number, reason: TreeFaultReason): Promise<Uint8Array> => {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for await (const piece of body) {
    if (at + piece.byteLength > sizeBytes) throw new TreeFault(key, reason, 'longer than it said');
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  if (at !== sizeBytes) throw new TreeFault(key, reason, 'shorter than it said');
  return bytes;
};

/** How long the blob is, in bytes. */
export const sizeOfBlob = async (blobs: BlobStore, key: ObjectKey): Promise<number> => {
  const found = await blobs.head(key);
  if (found.isErr()) throw thrown(key, found.error);
  return found.value.sizeBytes;
};

/** The bytes from `begin` to `end` (excluded), which lie inside the blob. */
export const readSpan = async (blobs: BlobStore, key: ObjectKey, begin: number, end: number): Promise<Uint8Array> => {
  const opened = await blobs.read(key, { first: begin, last: end - 1 });
  if (opened.isErr()) throw thrown(key, opened.error);
  return gather(key, opened.value, end - begin, 'pack_invalid');
};

/** The whole blob; one of more than `maxBytes` is a fault of the given kind, and is not read. */
export const readWhole = async (
  blobs: BlobStore,
  key: ObjectKey,
  maxBytes: number,
  reason: TreeFaultReason,
): Promise<Uint8Array> => {
  const opened = await blobs.read(key);
  if (opened.isErr()) throw thrown(key, opened.error);
  const { sizeBytes, body } = opened.value;
  if (sizeBytes <= maxBytes) return gather(key, opened.value, sizeBytes, reason);
  await body[Symbol.asyncIterator]().return?.();
  throw new TreeFault(key, reason, 'too long');
};
