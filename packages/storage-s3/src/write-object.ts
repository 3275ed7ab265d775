import { PutObjectCommand } from '@aws-sdk/client-s3';
import { receiveBody } from '@svc/core';
import type { BodyIncomplete, ObjectKey } from '@svc/core/model';
import type { BlobSizeMismatch } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { at, slowestSendBytesPerMs, type Bucket, type PrivateKey, type Writing } from './bucket.js';
import { checkPut } from './check-written.js';
import { createPartWriter } from './part-writer.js';

type Written = Result<void, BlobSizeMismatch | BodyIncomplete>;

/**
 * Stores a body under a key. A small one is gathered and sent at once, signed with its SHA-256, by which the bucket checks it; a larger one goes in parts while
 * it comes, and appears when its last part is there.
 */
export const writeObject = (
  bucket: Bucket,
  key: ObjectKey,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Written> =>
  sizeBytes <= bucket.limits.smallBytes ? writeAtOnce(bucket, key, body, sizeBytes) : writeInParts(bucket, key, body, sizeBytes);

const writeAtOnce = async (
  bucket: Bucket,
  key: ObjectKey,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Written> => {
  const chunks: Uint8Array[] = [];
  const received = await receiveBody(body, sizeBytes, (chunk) => {
    chunks.push(chunk);
    return undefined;
  });
  if (received.isErr()) return err(received.error);
  await putObject(bucket, key, Buffer.concat(chunks, sizeBytes), bucket.writing);
  return ok();
};

/** Sends an object whole, and believes a bucket that has taken it no more than its answer proves: throws `lost`, too. `IfNoneMatch: '*'` in `how` asks the bucket not to replace one. */
export const putObject = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  bytes: Uint8Array,
  how: Writing & { readonly IfNoneMatch?: '*' },
): Promise<void> => {
  const command = new PutObjectCommand({ ...at(bucket, key), ...how, Body: bytes, ContentLength: bytes.byteLength });
  const extraMs = bytes.byteLength / slowestSendBytesPerMs;
  await bucket.inTurn(key, async () => {
    const { ETag: etag } = await bucket.ask((client, options) => client.send(command, options), { extraMs });
    await checkPut(bucket, key, bytes, etag);
  });
};

const writeInParts = async (
  bucket: Bucket,
  key: ObjectKey,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Written> => {
  const writer = createPartWriter(bucket, key, sizeBytes);
  let finished = false;
  try {
    const received = await receiveBody(body, sizeBytes, (chunk) => writer.take(chunk));
    if (received.isErr()) return err(received.error);
    await writer.finish();
    finished = true;
    return ok();
  } finally {
    if (!finished) await writer.giveUp();
  }
};
