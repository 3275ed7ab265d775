import { createHash, getFips, type Hash } from 'node:crypto';
import type { ObjectKey } from '@svc/core/model';
import type { Bucket, PrivateKey } from './bucket.js';
import { deleteObject } from './delete-objects.js';
import type { DonePart } from './multipart.js';
import { orFault } from './object-body.js';
import { factsOf, leave, openWhole, plainEtag } from './open-object.js';
import { lost } from './s3-fault.js';

/** MD5 guards against nobody: it is what most buckets say of the bytes that they have. Undefined where the machine does not allow it. */
export const createMd5 = (): Hash | undefined => (getFips() === 1 ? undefined : createHash('md5'));

/** Some servers name nothing with as many characters. */
const isOther = (present: string | undefined, written: string | undefined): boolean =>
  present !== undefined && written !== undefined && written !== '' && present !== written;

const plain = (etag: string | undefined): string | undefined => etag && plainEtag(etag);

/** Whether the bucket has all of the bytes at the key, and no others. */
const holds = async (bucket: Bucket, key: ObjectKey | PrivateKey, bytes: Uint8Array): Promise<boolean> => {
  const opened = await openWhole(bucket, key);
  if (opened.isErr()) return false;
  if (opened.value.sizeBytes !== bytes.byteLength) {
    await leave(opened.value);
    return false;
  }
  let at = 0;
  for await (const chunk of orFault(opened.value.body, bucket.timeouts.idleMs)) {
    if (Buffer.compare(chunk, bytes.subarray(at, at + chunk.byteLength)) !== 0) return false;
    at += chunk.byteLength;
  }
  return true;
};

/** Whether what lies at the key is as long as what was written, or was written by somebody else since, of which nothing is known. */
const hasLength = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  sizeBytes: number,
  etag: string | undefined,
): Promise<boolean> => {
  const facts = await factsOf(bucket, key);
  if (facts === undefined) return false;
  return facts.sizeBytes === sizeBytes || isOther(facts.etag, etag);
};

/** Throws. What the bucket has kept of it goes, as far as that can be told from what was there before or has come since. */
const refuse = async (bucket: Bucket, key: ObjectKey | PrivateKey, etag: string | undefined): Promise<never> => {
  const facts = await factsOf(bucket, key);
  if (facts?.etag !== undefined && facts.etag === etag) await deleteObject(bucket, key);
  throw lost();
};

/**
 * Holds a bucket to a PUT that it has acknowledged with the ETag. That of most buckets is the MD5 of the bytes, which proves that they have got all of them.
 * What another ETag means is found out by reading back; from a bucket whose ETags are others, the length has to be right. Throws `lost`.
 */
export const checkPut = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  bytes: Uint8Array,
  etag: string | undefined,
): Promise<void> => {
  const md5 = createMd5()?.update(bytes).digest('hex');
  if (md5 !== undefined && plain(etag) === md5) {
    bucket.etags.areMd5 = true;
    return;
  }
  if (bucket.etags.areMd5 === false) {
    if (!(await hasLength(bucket, key, bytes.byteLength, etag))) await refuse(bucket, key, etag);
    return;
  }
  if (!(await holds(bucket, key, bytes))) await refuse(bucket, key, etag);
  bucket.etags.areMd5 = false;
};

/** A part that was sent: what the bucket calls it, and the MD5 of what it is. */
export interface SentPart {
  readonly done: DonePart;
  readonly md5: Buffer | undefined;
}

/** What most buckets call an object of such parts; undefined when that cannot be said. */
const wholeEtag = (parts: readonly SentPart[]): string | undefined => {
  const hash = createMd5();
  for (const { md5 } of parts) {
    if (md5 === undefined) return undefined;
    hash?.update(md5);
  }
  return hash && `${hash.digest('hex')}-${parts.length}`;
};

/** The same for an object that was put together from parts. A bucket that gives the MD5 of one part as its ETag gives those of all. */
export const checkParts = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  sizeBytes: number,
  parts: readonly SentPart[],
  etag: string | undefined,
): Promise<void> => {
  const expected = wholeEtag(parts);
  if (expected !== undefined && plain(etag) === expected) return;
  const right = parts.filter(({ done, md5 }) => md5 !== undefined && plain(done.ETag) === md5.toString('hex'));
  const isMixed = right.length > 0 && right.length < parts.length;
  if (isMixed || !(await hasLength(bucket, key, sizeBytes, etag))) await refuse(bucket, key, etag);
};
