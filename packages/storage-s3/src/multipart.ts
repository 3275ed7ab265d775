import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { MIB, type ObjectKey } from '@svc/core/model';
import {
  at,
  copySource,
  slowestCopyBytesPerMs,
  slowestSendBytesPerMs,
  type Bucket,
  type PrivateKey,
  type Writing,
} from './bucket.js';
import { orMissing } from './classify-error.js';
import { nonsense, S3Fault } from './s3-fault.js';

export const maxParts = 10_000;

/** The length of every part but the last: what is asked for, or more where that would make too many parts. */
export const partBytesFor = (sizeBytes: number, wantedBytes: number): number =>
  Math.max(wantedBytes, Math.ceil(sizeBytes / maxParts / MIB) * MIB);

/** A part that the bucket has, as it must be named at the end. */
export interface DonePart {
  readonly PartNumber: number;
  readonly ETag: string;
}

/** One multipart upload; nothing lies at its key before `complete`. */
export interface Multipart {
  readonly uploadId: string;
  send(partNumber: number, bytes: Uint8Array): Promise<DonePart>;
  /** Takes the bytes from `first` to `last` of another object, of the version that `etag` names where one is named. */
  copy(
    partNumber: number,
    from: ObjectKey | PrivateKey,
    first: number,
    last: number,
    etag: string | undefined,
  ): Promise<DonePart>;
  /** The parts are in order. Answers the ETag of the whole. */
  complete(parts: readonly DonePart[]): Promise<string | undefined>;
}

/** Long enough for what servers use, short enough to be kept. */
const maxUploadIdLength = 1024;

export const beginMultipart = async (bucket: Bucket, key: ObjectKey | PrivateKey, writing: Writing): Promise<Multipart> => {
  const { UploadId: uploadId = '' } = await bucket.ask((client, options) =>
    client.send(new CreateMultipartUploadCommand({ ...at(bucket, key), ...writing }), options),
  );
  if (uploadId === '' || uploadId.length > maxUploadIdLength) throw nonsense();
  return multipart(bucket, key, uploadId);
};

export const multipart = (bucket: Bucket, key: ObjectKey | PrivateKey, uploadId: string): Multipart => {
  const target = { ...at(bucket, key), UploadId: uploadId };
  const done = (PartNumber: number, ETag: string | undefined): DonePart => {
    if (ETag === undefined) throw nonsense();
    return { PartNumber, ETag };
  };
  return {
    uploadId,
    send: async (partNumber, bytes) => {
      const command = new UploadPartCommand({ ...target, PartNumber: partNumber, Body: bytes, ContentLength: bytes.byteLength });
      const extraMs = bytes.byteLength / slowestSendBytesPerMs;
      return done(partNumber, (await bucket.ask((client, options) => client.send(command, options), { extraMs })).ETag);
    },
    copy: async (partNumber, from, first, last, etag) => {
      const command = new UploadPartCopyCommand({
        ...target,
        PartNumber: partNumber,
        CopySource: copySource(bucket, from),
        CopySourceRange: `bytes=${first}-${last}`,
        ...(etag === undefined ? {} : { CopySourceIfMatch: etag }),
      });
      const extraMs = (last - first) / slowestCopyBytesPerMs;
      const { CopyPartResult } = await bucket.ask((client, options) => client.send(command, options), { extraMs });
      return done(partNumber, CopyPartResult?.ETag);
    },
    complete: async (parts) => {
      const command = new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts: [...parts] } });
      // Some servers put the bytes together before they answer.
      const answer = await bucket.ask((client, options) => client.send(command, options), { extraMs: completeExtraMs });
      // It names nothing of what was made: an error may come inside of a 200, and be none to the SDK when white space follows it.
      if (answer.ETag === undefined && answer.Key === undefined && answer.Location === undefined) throw nonsense();
      return answer.ETag;
    },
  };
};

const completeExtraMs = 300_000;

/** Gives up an upload; one that is not there is given up already. */
export const abortMultipart = (bucket: Bucket, key: ObjectKey | PrivateKey, uploadId: string): Promise<void> =>
  abortNamed(bucket, at(bucket, key).Key, uploadId);

/** The same, by the full name of its object. */
export const abortNamed = async (bucket: Bucket, name: string, uploadId: string): Promise<void> => {
  const command = new AbortMultipartUploadCommand({ Bucket: bucket.name, Key: name, UploadId: uploadId });
  await orMissing(() => bucket.ask((client, options) => client.send(command, options)));
};

/** Gives up an upload of which nothing is needed any more; a bucket that does not answer must clean up by its own rules. */
export const tryToAbortMultipart = async (bucket: Bucket, key: ObjectKey | PrivateKey, uploadId: string): Promise<void> => {
  try {
    await abortMultipart(bucket, key, uploadId);
  } catch (fault) {
    if (!(fault instanceof S3Fault)) throw fault;
  }
};
