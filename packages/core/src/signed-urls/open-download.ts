import type { ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../model/app-error.js';
import type { ObjectKey } from '../model/values/index.js';
import type { BlobReading, BlobStore, ByteSpan, OpenBlob, SpanOutside } from '../ports/blob-store.js';

/** Bytes that are read in many places, as they were when they were opened. */
export interface KeptDownload extends Pick<OpenBlob, 'sizeBytes' | 'fill'> {
  /** Releases them, when no `fill` is under way any more. So many of the bytes that were read went to who asked: what lay between them did not. */
  close(takenBytes: number): Promise<void>;
}

/** Bytes that can be read, whole or in part, any number of times. */
export interface OpenDownload {
  readonly sizeBytes: number;
  /**
   * All of it, or the span. What may be replaced can be other bytes by now: `sizeBytes` of the reading are those that were opened, and a span that is not
   * inside of them is `span_outside`.
   */
  open(span?: ByteSpan): ResultAsync<BlobReading, NotFound | SpanOutside | Unavailable>;
  /** Opens it for many reads; absent where these cost as much as opening it for each. */
  readonly keepOpen?: (() => ResultAsync<KeptDownload, NotFound | Unavailable>) | undefined;
}

const openSpan = (
  blobs: BlobStore,
  key: ObjectKey,
  span: ByteSpan | undefined,
): ResultAsync<BlobReading, NotFound | SpanOutside | Unavailable> =>
  blobs.read(key, span).mapErr((fault) => (fault.kind === 'blob_missing' ? notFound : fault));

/** A blob of the store, as it is. */
export const openBlobDownload = (blobs: BlobStore, key: ObjectKey): ResultAsync<OpenDownload, NotFound | Unavailable> =>
  blobs
    .head(key)
    .map(({ sizeBytes }) => ({ sizeBytes, open: (span?: ByteSpan) => openSpan(blobs, key, span) }))
    .mapErr((fault) => (fault.kind === 'blob_missing' ? notFound : fault));
