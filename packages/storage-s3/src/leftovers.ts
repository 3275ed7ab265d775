import { ListMultipartUploadsCommand, type ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import { DAY_MS, type Instant, maxMultipartSessionMs } from '@svc/core/model';
import type { Bucket, PrivateKey } from './bucket.js';
import { deleteAll } from './delete-objects.js';
import { listPages } from './list-objects.js';
import { abortNamed } from './multipart.js';
import { probeFolder } from './probe-folder.js';
import { privateFolder } from './promote-object.js';
import { nonsense } from './s3-fault.js';

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

/** Removes what crashes have left in the store's part of the bucket and nobody can see. */
export const removeLeftovers = async (bucket: Bucket, ages: LeftoverAges): Promise<RemovedLeftovers> => {
  await removeBelow(bucket, probeFolder, ages.copiesBefore);
  return {
    copies: await removeBelow(bucket, privateFolder, ages.copiesBefore),
    uploads: await removeUploads(bucket, ages.uploadsBefore),
  };
};

const removeBelow = async (bucket: Bucket, folder: PrivateKey, before: Instant): Promise<number> => {
  let count = 0;
  for await (const page of listPages(bucket, folder)) {
    const names = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ name }) => name);
    await deleteAll(bucket, names);
    count += names.length;
  }
  return count;
};

const removeUploads = async (bucket: Bucket, before: Instant): Promise<number> => {
  let count = 0;
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    page = await listUploads(bucket, page);
    for (const { Key: name = '', UploadId: uploadId = '', Initiated: initiated } of page.Uploads ?? []) {
      if (!name.startsWith(bucket.prefix) || !((initiated?.getTime() ?? Infinity) < before)) continue;
      await abortNamed(bucket, name, uploadId);
      count += 1;
    }
  } while (page.IsTruncated === true);
  return count;
};

const listUploads = async (
  bucket: Bucket,
  previous: ListMultipartUploadsCommandOutput | undefined,
): Promise<ListMultipartUploadsCommandOutput> => {
  const { NextKeyMarker: key, NextUploadIdMarker: uploadId } = previous ?? {};
  const command = new ListMultipartUploadsCommand({
    Bucket: bucket.name,
    Prefix: bucket.prefix,
    ...(key === undefined ? {} : { KeyMarker: key, UploadIdMarker: uploadId }),
  });
  const page = await bucket.ask((client, options) => client.send(command, options));
  // Without a marker that leads on, a list that says it goes on would never end.
  if (page.IsTruncated === true && (page.NextKeyMarker === undefined || isSame(page, previous))) throw nonsense();
  return page;
};

const isSame = (page: ListMultipartUploadsCommandOutput, previous: ListMultipartUploadsCommandOutput | undefined): boolean =>
  page.NextKeyMarker === previous?.NextKeyMarker && page.NextUploadIdMarker === previous?.NextUploadIdMarker;
