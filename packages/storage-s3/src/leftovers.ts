import { DAY_MS, type Instant, maxMultipartSessionMs } from '@svc/core/model';
import { abortUploads } from './abort-uploads.js';
import type { Bucket, PrivateKey } from './bucket.js';
import { deleteAll } from './delete-objects.js';
import { listPages } from './list-objects.js';
import { probeFolder } from './probe-folder.js';
import { privateFolder } from './promote-object.js';

export interface LeftoverAges {
  /** Private copies that were made before it belong to no promotion that is still at work; a day ago is safe. */
  readonly copiesBefore: Instant;
  /** Multipart uploads that were begun before it are given up; none of a session that may still be open must be among them. */
  readonly uploadsBefore: Instant;
}

/** What is younger may still be at work, or belong to a session that is open. */
export const safeAges = (now: Instant): LeftoverAges => ({
  copiesBefore: now - DAY_MS,
  uploadsBefore: now - maxMultipartSessionMs - DAY_MS,
});

export interface RemovedLeftovers {
  readonly copies: number;
  readonly uploads: number;
}

/** Where multipart uploads are looked for, and which of the keys there are the store's. */
export interface UploadsPlace {
  /** How the keys begin. */
  readonly start: string;
  readonly isOwn: (key: string) => boolean;
}

const everywhere: UploadsPlace = { start: '', isOwn: () => true };

/** Removes what crashes have left in the store's part of the bucket and nobody can see. Without `places` all uploads below the prefix are the store's. */
export const removeLeftovers = async (
  bucket: Bucket,
  ages: LeftoverAges,
  places: readonly UploadsPlace[] = [everywhere],
): Promise<RemovedLeftovers> => {
  await removeBelow(bucket, probeFolder, ages.copiesBefore);
  return {
    copies: await removeBelow(bucket, privateFolder, ages.copiesBefore),
    uploads: await removeUploads(bucket, ages.uploadsBefore, places),
  };
};

/** How the store ends the names of what nobody is to see. In a bucket without a prefix somebody else may have such folders, too. */
const ownName = /\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[a-d])?$/;
export const isOwnName = (name: string): boolean => ownName.test(name);

const removeBelow = async (bucket: Bucket, folder: PrivateKey, before: Instant): Promise<number> => {
  let count = 0;
  for await (const page of listPages(bucket, folder)) {
    const names = page.filter(({ name, modifiedAt }) => modifiedAt < before && isOwnName(name)).map(({ name }) => name);
    await deleteAll(bucket, names);
    count += names.length;
  }
  return count;
};

const removeUploads = async (bucket: Bucket, before: Instant, places: readonly UploadsPlace[]): Promise<number> => {
  const { prefix } = bucket;
  let count = 0;
  for (const { start, isOwn } of places) {
    count += await abortUploads(bucket, prefix + start, before, (name) => isOwn(name.slice(prefix.length)));
  }
  return count;
};
