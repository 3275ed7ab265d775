import { ListPartsCommand, type ListPartsCommandOutput } from '@aws-sdk/client-s3';
import { GIB, isByteCount, MIB, type ObjectKey } from '@svc/core/model';
import type { BlobMissing, BlobSizeMismatch, MultipartUploads, StoredPart } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { at, type Bucket, type PrivateKey } from './bucket.js';
import { type Attempt, orMissing } from './classify-error.js';
import { abortMultipart, beginMultipart, maxParts, multipart } from './multipart.js';
import { nonsense, S3Fault } from './s3-fault.js';
import type { WriteWatch } from './write-watch.js';

/** S3's own bounds of a part. */
const minPartBytes = 5 * MIB;
const maxPartBytes = 5 * GIB;

/** The port's multipart uploads, as S3's multipart uploads. */
export const multipartUploads = (bucket: Bucket, attempt: Attempt, watch: WriteWatch): MultipartUploads => ({
  minPartBytes,
  maxPartBytes,
  maxParts,
  begin: (key) => watch.writing(async () => ok((await beginMultipart(bucket, key, forStaging(bucket))).uploadId)),
  list: (key, uploadId) =>
    attempt(async () => {
      const parts = await listParts(bucket, key, uploadId);
      return parts === undefined
        ? err({ kind: 'blob_missing' })
        : ok(parts.map(({ partNumber, sizeBytes }): StoredPart => ({ partNumber, sizeBytes })));
    }),
  complete: (key, uploadId, sizeBytes) => watch.writing(() => finish(bucket, key, uploadId, sizeBytes)),
  abort: (key, uploadId) =>
    watch.removing(async () => {
      await abortMultipart(bucket, key, uploadId);
      return ok();
    }),
});

/** What is uploaded will be copied when it is verified: only the copy stays. */
const forStaging = ({ writing: { StorageClass: _, ...writing } }: Bucket): Bucket['writing'] => writing;

interface ListedPart extends StoredPart {
  readonly etag: string;
}

/** All parts, in order; undefined when there is no such upload. */
export const listParts = (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  uploadId: string,
): Promise<readonly ListedPart[] | undefined> =>
  orMissing(async () => {
    const parts: ListedPart[] = [];
    for (let marker: string | undefined = '0'; marker !== undefined;) {
      const page = await listPartsAfter(bucket, key, uploadId, marker);
      for (const { PartNumber: partNumber, Size: sizeBytes, ETag: etag } of page.Parts ?? []) {
        if (partNumber === undefined || sizeBytes === undefined || etag === undefined) throw nonsense();
        if (!isByteCount(sizeBytes) || partNumber <= (parts.at(-1)?.partNumber ?? 0)) throw nonsense();
        parts.push({ partNumber, sizeBytes, etag });
      }
      marker = nextMarker(page, marker);
    }
    return parts;
  });

const listPartsAfter = (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  uploadId: string,
  marker: string,
): Promise<ListPartsCommandOutput> => {
  const command = new ListPartsCommand({ ...at(bucket, key), UploadId: uploadId, PartNumberMarker: marker });
  return bucket.ask((client, options) => client.send(command, options));
};

const nextMarker = ({ IsTruncated, NextPartNumberMarker }: ListPartsCommandOutput, marker: string): string | undefined => {
  if (IsTruncated === undefined) throw nonsense();
  if (!IsTruncated) return undefined;
  if (!(Number(NextPartNumberMarker) > Number(marker))) throw nonsense();
  return NextPartNumberMarker;
};

/** How often parts may be sent anew between the look at them and the end. */
const maxAttempts = 3;

const finish = async (
  bucket: Bucket,
  key: ObjectKey,
  uploadId: string,
  sizeBytes: number,
): Promise<Result<void, BlobMissing | BlobSizeMismatch>> => {
  for (let attempt = 1; ; attempt += 1) {
    const parts = await listParts(bucket, key, uploadId);
    if (parts === undefined) return err({ kind: 'blob_missing' });
    const actualBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    if (actualBytes !== sizeBytes || parts.length === 0) return err({ kind: 'blob_size_mismatch', actualBytes });
    const named = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
    try {
      await multipart(bucket, key, uploadId).complete(named);
      return ok();
    } catch (fault) {
      if (!(fault instanceof S3Fault)) throw fault;
      if (fault.kind === 'missing') return err({ kind: 'blob_missing' });
      // A part that is too short for its place: its sender did not keep to what was signed for.
      if (fault.code === 'EntityTooSmall') return err({ kind: 'blob_size_mismatch', actualBytes });
      if (fault.code !== 'InvalidPart' || attempt === maxAttempts) throw fault;
    }
  }
};
