import type { ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../model/app-error.js';
import type { ObjectKey } from '../model/values/index.js';
import type { BlobMissing, BlobReading, BlobStore, ByteSpan } from '../ports/blob-store.js';

/** Bytes that can be read, whole or in part, any number of times. */
export interface OpenDownload {
  readonly sizeBytes: number;
  /** All of it, or the span, which must lie inside. */
  open(span?: ByteSpan): ResultAsync<BlobReading, NotFound | Unavailable>;
}

const asNotFound = (fault: BlobMissing | Unavailable): NotFound | Unavailable =>
  fault.kind === 'blob_missing' ? notFound : fault;

/** A blob of the store, as it is. */
export const openBlobDownload = (blobs: BlobStore, key: ObjectKey): ResultAsync<OpenDownload, NotFound | Unavailable> =>
  blobs
    .head(key)
    .map(({ sizeBytes }) => ({ sizeBytes, open: (span?: ByteSpan) => blobs.read(key, span).mapErr(asNotFound) }))
    .mapErr(asNotFound);
