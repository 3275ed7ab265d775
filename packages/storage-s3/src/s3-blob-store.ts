import type { BlockHasher } from '@svc/core';
import { blockNamesKey, type ObjectKey, oidOfObjectKey, type Unavailable } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import { openBucket, type Bucket, type S3BucketOptions } from './bucket.js';
import { type Attempt, type OnUnavailable, orUnavailable } from './classify-error.js';
import { deleteBelow } from './delete-below.js';
import { deleteObject } from './delete-objects.js';
import { removeLeftovers, safeAges, type LeftoverAges, type RemovedLeftovers } from './leftovers.js';
import { listBlobs, listOne } from './list-objects.js';
import { blobFactsOf, openSpan, openWhole, sureFactsOf } from './open-object.js';
import { multipartUploads } from './multipart-uploads.js';
import { noCapabilities, type S3Capabilities } from './probe-capabilities.js';
import { createPromote } from './promote-object.js';
import { createSigning, urlSigner } from './url-signer.js';
import { writeObject } from './write-object.js';
import { createWriteWatch } from './write-watch.js';

export interface S3BlobStoreOptions extends S3BucketOptions {
  /** What `probeCapabilities` has found; none of it when absent, which is right everywhere and costs more requests. */
  readonly capabilities?: S3Capabilities | undefined;
  /** With it, names of the blocks of each object that the store reads to promote it are kept beside it, for clients that read from the bucket. */
  readonly blockHasher?: BlockHasher | undefined;
  /** Called for each answer that becomes `unavailable`, and each body and list that breaks off, with why. */
  readonly onUnavailable?: OnUnavailable | undefined;
}

export interface S3BlobStore extends BlobStore {
  /**
   * Removes what crashes have left and nobody can see. To be called now and then. Without `ages` it spares copies of the last day, and uploads of sessions
   * that may have been open then.
   */
  removeLeftovers(ages?: LeftoverAges): ResultAsync<RemovedLeftovers, Unavailable>;
  /** Closes the connections that the store has opened with agents of its own. */
  close(): void;
}

/** Opens a store in a bucket, without I/O. Each blob is one object, whose key is the blob's with the prefix before it. */
export const createS3BlobStore = (options: S3BlobStoreOptions): S3BlobStore => {
  const { capabilities = noCapabilities, blockHasher, onUnavailable } = options;
  const bucket = openBucket(options);
  const promote = createPromote(bucket, capabilities, blockHasher);
  const openSigning = createSigning(bucket);
  const attempt: Attempt = (act) => orUnavailable(act, onUnavailable, bucket.isCustomers);
  const watch = createWriteWatch(bucket, attempt);
  const parts = multipartUploads(bucket, attempt, watch);

  return {
    traits: { signedUrls: 'external', checksumEnforced: capabilities.checksumEnforced },
    check: () =>
      attempt(async () => {
        await listOne(bucket);
        await watch.assertTaken();
        return ok();
      }),
    head: (key) =>
      attempt(async () => {
        const facts = await sureFactsOf(bucket, key);
        return facts === undefined ? err({ kind: 'blob_missing' }) : ok(blobFactsOf(bucket, facts));
      }),
    read: (key, span) =>
      attempt(() => (span === undefined ? openWhole(bucket, key, onUnavailable) : openSpan(bucket, key, span, onUnavailable))),
    write: (key, body, sizeBytes) => watch.writing(() => writeObject(bucket, key, body, sizeBytes)),
    promote: (from, to, expected) => watch.writing(() => promote(from, to, expected)),
    remove: (key) =>
      watch.removing(async () => {
        await removeBlob(bucket, key);
        return ok();
      }),
    deletePrefix: (prefix) =>
      watch.removing(async () => {
        await deleteBelow(bucket, prefix);
        return ok();
      }),
    list: (prefix) => listBlobs(bucket, prefix, onUnavailable),
    signer: (namespace) => attempt(async () => ok(urlSigner(await openSigning(), namespace, capabilities.checksumEnforced))),
    parts: () => okAsync(parts),
    removeLeftovers: (ages = safeAges(bucket.clock.bucketNow())) => attempt(async () => ok(await removeLeftovers(bucket, ages))),
    close: () => {
      bucket.close();
    },
  };
};

/**
 * The blob goes first. A machine that is suspended between the two requests may meet the names of a later blob when it goes on, which are no loss; the blob
 * would be one. Staged bytes have no names.
 */
const removeBlob = async (bucket: Bucket, key: ObjectKey): Promise<void> => {
  await deleteObject(bucket, key);
  const names = oidOfObjectKey(key) === undefined ? undefined : blockNamesKey(key);
  if (names !== undefined) await deleteObject(bucket, names);
};
