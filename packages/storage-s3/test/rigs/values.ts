import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import { objectKey, stagingKey, trusted, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { Result } from 'neverthrow';

export const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 };

/** What somebody has to look at: the keys, the policy or the bucket. */
export const shutOut = { ...unavailable, retryAfterSeconds: 10, reason: 'storage_refused' };

export const namespace = trusted<StorageNamespace>('ns');
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001');

export const oidOf = (bytes: Uint8Array): Oid => trusted<Oid>(createHash('sha256').update(bytes).digest('hex'));

/** Bytes to be promoted, others of their length, and where they go. */
export const upload = (sizeBytes: number, fill = 1) => {
  const bytes = Buffer.alloc(sizeBytes, fill);
  const oid = oidOf(bytes);
  const wrong = Buffer.from(bytes);
  if (sizeBytes > 0) wrong[sizeBytes - 1] = fill + 1;
  return {
    bytes,
    wrong,
    oid,
    from: stagingKey(namespace, session, oid),
    to: objectKey(namespace, oid),
    expected: { sizeBytes, oid },
  };
};

export const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) return expect.fail(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

export const errorOf = <T, E>(result: Result<T, E>): E => {
  if (result.isOk()) return expect.fail('expected Err, got Ok');
  return result.error;
};

/** In pieces of a network's size. */
export async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const pieceBytes = 64 * 1024;
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export const writeAll = async (store: BlobStore, key: Parameters<BlobStore['write']>[0], bytes: Uint8Array): Promise<void> =>
  valueOf(await store.write(key, bodyOf(bytes), bytes.byteLength));

/** The bytes at the key, or undefined when nothing is there. */
export const bytesAt = async (store: BlobStore, key: Parameters<BlobStore['read']>[0]): Promise<Buffer | undefined> => {
  const reading = await store.read(key);
  if (reading.isErr()) {
    expect(reading.error).to.deep.equal({ kind: 'blob_missing' });
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of reading.value.body) chunks.push(chunk);
  return Buffer.concat(chunks);
};
