import { DAY_MS, type ObjectKey } from '@svc/core/model';
import type { Bucket } from './bucket.js';
import { abortUploads } from './abort-uploads.js';
import { deleteAll } from './delete-objects.js';
import { listPages } from './list-objects.js';
import { createBoundedWait } from './bounded-wait.js';
import { S3Fault } from './s3-fault.js';

/** Removes everything whose key begins with `prefix/`. Uploads come first: what one of them becomes meanwhile is found by the list. */
export const deleteBelow = async (bucket: Bucket, prefix: ObjectKey): Promise<void> => {
  await tryToAbortBelow(bucket, prefix);
  const boundedWait = createBoundedWait(bucket);
  for await (const page of listPages(bucket, prefix, boundedWait)) {
    const names = page.map(({ name }) => name);
    await boundedWait(() => deleteAll(bucket, names));
  }
};

/**
 * Uploads of the last day may still be at work, where the same files are sent again. A bucket that lets nobody list uploads or give them up must end them by its
 * own rules, and is no reason to keep its objects.
 */
const tryToAbortBelow = async (bucket: Bucket, prefix: ObjectKey): Promise<void> => {
  try {
    await abortUploads(bucket, `${bucket.prefix}${prefix}/`, bucket.clock.bucketNow() - DAY_MS);
  } catch (fault) {
    if (!(fault instanceof S3Fault)) throw fault;
  }
};
