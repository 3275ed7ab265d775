import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS, type BucketCapabilities, type Unavailable } from '@svc/core/model';
import { ok, type ResultAsync } from 'neverthrow';
import { openBucket, type Bucket, type PrivateKey, type S3BucketOptions } from './bucket.js';
import { orUnavailable } from './classify-error.js';
import { copySmall } from './copy-object.js';
import { deleteObject } from './delete-objects.js';
import { listOne } from './list-objects.js';
import { factsOf } from './open-object.js';
import { putPlainly } from './plain-request.js';
import { probeFolder } from './probe-folder.js';
import { isDeclined, notImplemented, S3Fault } from './s3-fault.js';
import { createSigning, type SignUrl } from './url-signer.js';
import { putObject } from './write-object.js';

/** What a bucket has proved to do; none of it is needed. */
export type S3Capabilities = BucketCapabilities;

export const noCapabilities: S3Capabilities = { checksumEnforced: false, createOnce: false, copyComputesSha256: false };

export interface S3Probe extends S3Capabilities {
  /** A signed URL takes a body of the signed length and refuses others. */
  readonly lengthEnforced: boolean;
}

/** Long enough to be told from what a server adds. */
const probeBytes = 1000;

/**
 * Finds out what the bucket does, by asking it for what it must refuse. It counts as done only when the right thing is accepted, the wrong one refused and
 * nothing of the wrong one is there. Nothing stays behind.
 */
export const probeCapabilities = (options: S3BucketOptions): ResultAsync<S3Probe, Unavailable> =>
  orUnavailable(
    async () => {
      const bucket = openBucket(options);
      try {
        // Its answer says what time it is there, by which is signed.
        await listOne(bucket);
        const sign = await createSigning(bucket)();
        const [lengthEnforced, checksumEnforced, createOnce, copyComputesSha256] = await Promise.all([
          verifiesLength(bucket, sign),
          verifiesChecksum(bucket, sign),
          verifiesCreateOnce(bucket),
          verifiesCopySha256(bucket),
        ]);
        return ok({ lengthEnforced, checksumEnforced, createOnce, copyComputesSha256 });
      } finally {
        bucket.close();
      }
    },
    undefined,
    true,
  );

/** Runs with a key of its own, below which nothing is left. */
const withProbeKeys = async <T>(bucket: Bucket, act: (first: PrivateKey, second: PrivateKey) => Promise<T>): Promise<T> => {
  const keys: readonly [PrivateKey, PrivateKey] = [`${probeFolder}/${randomUUID()}`, `${probeFolder}/${randomUUID()}`];
  try {
    return await act(...keys);
  } finally {
    for (const key of keys) await deleteObject(bucket, key);
  }
};

const sha256Base64 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Puts a body of `bytes` by a URL that is signed for the headers; says whether the bucket has taken it, and has it now. */
export const takes = async (
  bucket: Bucket,
  sign: SignUrl,
  key: PrivateKey,
  bytes: Uint8Array,
  signed: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const href = sign({ method: 'PUT', key, headers: signed, expiresAt: bucket.clock.now() + MINUTE_MS });
  const status = await putPlainly(bucket, {
    href,
    headers: { ...signed, 'content-length': String(bytes.byteLength) },
    body: bytes,
  });
  if (status >= 500 && status !== notImplemented) throw new S3Fault('unavailable', 'unknown', status);
  const isThere = (await factsOf(bucket, key)) !== undefined;
  return status < 300 || isThere;
};

const verifiesLength = (bucket: Bucket, sign: SignUrl): Promise<boolean> =>
  withProbeKeys(bucket, async (right, wrong) => {
    const bytes = randomBytes(probeBytes);
    const signed = { 'content-length': String(probeBytes) };
    const longer = Buffer.concat([bytes, bytes]);
    return (
      !(await takes(bucket, sign, wrong, bytes.subarray(1), signed)) &&
      !(await takes(bucket, sign, wrong, longer, signed)) &&
      (await takes(bucket, sign, right, bytes, signed))
    );
  });

export const verifiesChecksum = (bucket: Bucket, sign: SignUrl): Promise<boolean> =>
  withProbeKeys(bucket, async (right, wrong) => {
    const bytes = randomBytes(probeBytes);
    const signed = { 'content-length': String(probeBytes), 'x-amz-checksum-sha256': sha256Base64(bytes) };
    return (
      !(await takes(bucket, sign, wrong, randomBytes(probeBytes), signed)) && (await takes(bucket, sign, right, bytes, signed))
    );
  });

export const verifiesCreateOnce = (bucket: Bucket): Promise<boolean> =>
  withProbeKeys(bucket, async (key) => {
    const create = async (sizeBytes: number): Promise<number | undefined> => {
      try {
        await putObject(bucket, key, randomBytes(sizeBytes), { ...bucket.writing, IfNoneMatch: '*' });
        return 200;
      } catch (fault) {
        if (isDeclined(fault) || (fault instanceof S3Fault && fault.kind === 'condition')) return fault.status;
        throw fault;
      }
    };
    const [first, second] = [await create(probeBytes), await create(2 * probeBytes)];
    return first === 200 && second === 412 && (await factsOf(bucket, key))?.sizeBytes === probeBytes;
  });

/** What a bucket says of a copy; undefined where it copies, but not when it is asked for the SHA-256. Throws where it does not copy at all. */
const copiedSha256 = async (bucket: Bucket, from: PrivateKey, to: PrivateKey): Promise<string | undefined> => {
  const copy = { from, to, sizeBytes: probeBytes };
  try {
    return (await copySmall(bucket, { ...copy, wantsSha256: true })).sha256;
  } catch (fault) {
    if (!isDeclined(fault)) throw fault;
    await copySmall(bucket, { ...copy, wantsSha256: false });
    return undefined;
  }
};

export const verifiesCopySha256 = (bucket: Bucket): Promise<boolean> =>
  withProbeKeys(bucket, async (from, to) => {
    // Twice, since one answer could be an old one.
    for (let round = 0; round < 2; round += 1) {
      const bytes = randomBytes(probeBytes);
      await putObject(bucket, from, bytes, bucket.writing);
      if ((await copiedSha256(bucket, from, to)) !== sha256Base64(bytes)) return false;
    }
    return true;
  });
