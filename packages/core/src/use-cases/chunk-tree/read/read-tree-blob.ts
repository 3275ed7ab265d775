import type { Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault, type TreeFaultReason, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { ObjectKey } from '../../../model/values/index.js';
import type { BlobMissing, BlobReading, BlobStore, SpanOutside } from '../../../ports/blob-store.js';
import type { ChunkTree } from './chunk-tree.js';

/** What a blob that could not be opened is thrown as. */
export const unopened = (key: ObjectKey, fault: BlobMissing | SpanOutside | Unavailable): TreeFault | TreeUnavailable => {
  if (fault.kind === 'unavailable') return new TreeUnavailable(fault);
  return fault.kind === 'blob_missing' ? new TreeFault(key, 'missing') : new TreeFault(key, 'pack_invalid', 'wrong_length');
};

/** A store that breaks off is one that does not answer now. */
export const orUnavailable = async (reading: Promise<void>): Promise<void> => {
  try {
    await reading;
  } catch (thrown) {
    const outage = thrownOutage(thrown);
    throw outage === undefined ? thrown : new TreeUnavailable(outage);
  }
};

const fill = (key: ObjectKey, reading: BlobReading, target: Uint8Array, reason: TreeFaultReason): Promise<void> =>
  orUnavailable(fillFrom(key, reading, target, reason));

const fillFrom = async (key: ObjectKey, reading: BlobReading, target: Uint8Array, reason: TreeFaultReason): Promise<void> => {
  if (reading.fill !== undefined) return reading.fill(target);
  let at = 0;
  for await (const piece of reading.body) {
    if (at + piece.byteLength > target.byteLength) throw new TreeFault(key, reason, 'wrong_length');
    target.set(piece, at);
    at += piece.byteLength;
  }
  if (at !== target.byteLength) throw new TreeFault(key, reason, 'wrong_length');
};

/** How long the blob is, in bytes. */
export const sizeOfBlob = async (blobs: BlobStore, key: ObjectKey): Promise<number> => {
  const found = await blobs.head(key);
  if (found.isErr()) throw unopened(key, found.error);
  return found.value.sizeBytes;
};

/** Reads the bytes that begin at `begin` and fill the target; they lie inside the blob. */
export const readInto = async (
  { blobs, fill: fillSpan }: Pick<ChunkTree, 'blobs' | 'fill'>,
  key: ObjectKey,
  begin: number,
  target: Uint8Array,
): Promise<void> => {
  if (fillSpan !== undefined) return fillSpan(key, begin, target);
  const opened = await blobs.read(key, { first: begin, last: begin + target.byteLength - 1 });
  if (opened.isErr()) throw unopened(key, opened.error);
  await fill(key, opened.value, target, 'pack_invalid');
};

/** The bytes from `begin` to `end` (excluded), which lie inside the blob. */
export const readSpan = async (
  tree: Pick<ChunkTree, 'blobs' | 'fill'>,
  key: ObjectKey,
  begin: number,
  end: number,
): Promise<Uint8Array> => {
  const bytes = new Uint8Array(end - begin);
  await readInto(tree, key, begin, bytes);
  return bytes;
};

/** The whole blob; one of more than `maxBytes` is a fault of the given kind, and is not read. */
export const readWhole = async (
  blobs: BlobStore,
  key: ObjectKey,
  maxBytes: number,
  reason: TreeFaultReason,
): Promise<Uint8Array> => {
  const opened = await blobs.read(key);
  if (opened.isErr()) throw unopened(key, opened.error);
  const { sizeBytes, body } = opened.value;
  if (sizeBytes <= maxBytes) {
    const bytes = new Uint8Array(sizeBytes);
    await fill(key, opened.value, bytes, reason);
    return bytes;
  }
  await body[Symbol.asyncIterator]().return?.();
  throw new TreeFault(key, reason, 'too_long');
};
