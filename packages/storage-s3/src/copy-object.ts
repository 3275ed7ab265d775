import { CopyObjectCommand } from '@aws-sdk/client-s3';
import type { ObjectKey } from '@svc/core/model';
import { at, copySource, slowestCopyBytesPerMs, type Bucket, type PrivateKey, type Writing } from './bucket.js';
import { tryToAbortMultipart, beginMultipart, partBytesFor, type DonePart, type Multipart } from './multipart.js';
import { factsOf } from './open-object.js';
import { isDeclined, lost, nonsense, S3Fault } from './s3-fault.js';

export interface Copy {
  readonly from: ObjectKey | PrivateKey;
  readonly to: ObjectKey | PrivateKey;
  readonly sizeBytes: number;
  /** The version that is meant, where one is; a bucket may ignore it. */
  readonly etag: string | undefined;
  readonly writing: Writing;
  /** Up to this size one request does it; beyond it only where the bucket copies no parts. */
  readonly singleCopyBytes: number;
  /** Asks the bucket for the SHA-256 of what it writes; one request must do. */
  readonly wantsSha256: boolean;
}

/** What the bucket says of a copy. */
export interface Copied {
  readonly etag: string | undefined;
  /** In base64, where it was asked for and the bucket tells it. */
  readonly sha256: string | undefined;
  /** What lies there has the length, and the bucket has not said that it is the copy. */
  readonly isUncertain?: true;
}

/**
 * Copies within the bucket. What the uploader has said of the bytes is not copied. Some servers copy no parts, or none under a condition: what is declined is
 * asked for in the next way, which for the condition is as good, since a copy of which anything hangs is looked at.
 */
export const copyObject = async (bucket: Bucket, copy: Copy): Promise<Copied> => {
  const conditions = copy.etag === undefined ? [copy] : [copy, { ...copy, etag: undefined }];
  const inParts = copy.sizeBytes > copy.singleCopyBytes ? conditions.map((each) => () => copyInParts(bucket, each)) : [];
  const ways = [...inParts, ...conditions.map((each) => () => copyAtOnce(bucket, each))];
  let declined: S3Fault | undefined;
  for (const way of ways) {
    try {
      return await way();
    } catch (fault) {
      if (!isDeclined(fault)) throw fault;
      declined ??= fault;
    }
  }
  throw declined ?? nonsense();
};

/** Copies something small, whichever version of it lies there. */
export const copySmall = (bucket: Bucket, copy: Omit<Copy, 'etag' | 'writing' | 'singleCopyBytes'>): Promise<Copied> =>
  copyObject(bucket, { ...copy, etag: undefined, writing: bucket.writing, singleCopyBytes: copy.sizeBytes });

const copyAtOnce = async (bucket: Bucket, copy: Copy): Promise<Copied> => {
  const command = new CopyObjectCommand({
    ...at(bucket, copy.to),
    ...copy.writing,
    CopySource: copySource(bucket, copy.from),
    MetadataDirective: 'REPLACE',
    ...(copy.etag === undefined ? {} : { CopySourceIfMatch: copy.etag }),
    ...(copy.wantsSha256 ? { ChecksumAlgorithm: 'SHA256' } : {}),
  });
  const extraMs = copy.sizeBytes / slowestCopyBytesPerMs;
  const { CopyObjectResult } = await bucket.ask((client, options) => client.send(command, options), { extraMs });
  return { etag: CopyObjectResult?.ETag, sha256: copy.wantsSha256 ? wholeSha256(CopyObjectResult?.ChecksumSHA256) : undefined };
};

/** A server may answer the checksum of the checksums of an object's parts, with their number behind it, which says nothing here. */
const wholeSha256 = (told: string | undefined): string | undefined =>
  told !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(told) ? told : undefined;

/** Parts that are copied at the same time. */
const partsInFlight = 4;

const copyInParts = async (bucket: Bucket, copy: Copy): Promise<Copied> => {
  const upload = await beginMultipart(bucket, copy.to, copy.writing);
  let finished = false;
  try {
    const copied = await putTogether(bucket, copy, upload, await copyParts(bucket, copy, upload));
    finished = true;
    return copied;
  } finally {
    if (!finished) await tryToAbortMultipart(bucket, copy.to, upload.uploadId);
  }
};

/** A server that has done it may have been asked again because its answer was lost, and then most know of no such upload. */
const putTogether = async (
  bucket: Bucket,
  { to, sizeBytes }: Copy,
  upload: Multipart,
  parts: readonly DonePart[],
): Promise<Copied> => {
  try {
    return { etag: await upload.complete(parts), sha256: undefined };
  } catch (fault) {
    if (!(fault instanceof S3Fault && fault.code === 'NoSuchUpload')) throw fault;
    const facts = await factsOf(bucket, to);
    if (facts?.sizeBytes !== sizeBytes) throw lost();
    return { etag: facts.etag, sha256: undefined, isUncertain: true };
  }
};

const copyParts = async (bucket: Bucket, { from, sizeBytes, etag }: Copy, upload: Multipart): Promise<DonePart[]> => {
  const partBytes = partBytesFor(sizeBytes, bucket.limits.copyPartBytes);
  const parts: DonePart[] = [];
  let next = 0;
  const copySome = async (): Promise<void> => {
    for (let first = next; first < sizeBytes; first = next) {
      next = first + partBytes;
      const index = first / partBytes;
      try {
        parts[index] = await upload.copy(index + 1, from, first, Math.min(next, sizeBytes) - 1, etag);
      } catch (fault) {
        next = sizeBytes;
        throw fault;
      }
    }
  };
  const copying = Array.from({ length: partsInFlight }, copySome);
  // A part that arrives after the end of its upload would stay for ever.
  await Promise.allSettled(copying);
  await Promise.all(copying);
  return parts;
};
