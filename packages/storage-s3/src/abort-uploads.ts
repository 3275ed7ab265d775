import { ListMultipartUploadsCommand, type ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import type { Instant } from '@svc/core/model';
import type { Bucket } from './bucket.js';
import { abortNamed } from './multipart.js';
import { createBoundedWait } from './bounded-wait.js';
import { nonsense } from './s3-fault.js';

/** Gives up the multipart uploads whose objects' full names begin with `start`, that were begun before and that `isOwn` does not spare; answers how many. */
export const abortUploads = async (
  bucket: Bucket,
  start: string,
  before: Instant,
  isOwn: (name: string) => boolean = () => true,
): Promise<number> => {
  const boundedWait = createBoundedWait(bucket);
  let count = 0;
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const previous = page;
    page = await boundedWait(() => listUploads(bucket, start, previous));
    for (const { Key: name = '', UploadId: uploadId = '', Initiated: initiated } of page.Uploads ?? []) {
      if (!name.startsWith(start) || !isOwn(name) || !((initiated?.getTime() ?? Infinity) < before)) continue;
      await boundedWait(() => abortNamed(bucket, name, uploadId));
      count += 1;
    }
  } while (page.IsTruncated === true);
  return count;
};

const listUploads = async (
  bucket: Bucket,
  start: string,
  previous: ListMultipartUploadsCommandOutput | undefined,
): Promise<ListMultipartUploadsCommandOutput> => {
  const { NextKeyMarker: key, NextUploadIdMarker: uploadId } = previous ?? {};
  const command = new ListMultipartUploadsCommand({
    Bucket: bucket.name,
    Prefix: start,
    ...(key === undefined ? {} : { KeyMarker: key, UploadIdMarker: uploadId }),
  });
  const page = await bucket.ask((client, options) => client.send(command, options));
  // Without a marker that leads on, a list that says it goes on would never end.
  if (page.IsTruncated === true && (page.NextKeyMarker === undefined || isSame(page, previous))) throw nonsense();
  return page;
};

const isSame = (page: ListMultipartUploadsCommandOutput, previous: ListMultipartUploadsCommandOutput | undefined): boolean =>
  page.NextKeyMarker === previous?.NextKeyMarker && page.NextUploadIdMarker === previous?.NextUploadIdMarker;
