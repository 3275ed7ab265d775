import type { ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../app-error.js';
import type { BlobMissing, BlobReading, ByteSpan } from '../ports/blob-store.js';
import type { Ports } from '../ports/ports.js';

/** A blob that can be read, whole or in part, any number of times. */
export interface OpenDownload {
  readonly sizeBytes: number;
  /** The whole blob, or the span of it, which must lie inside. */
  open(span?: ByteSpan): ResultAsync<BlobReading, NotFound | Unavailable>;
}

const asNotFound = (fault: BlobMissing | Unavailable): NotFound | Unavailable =>
  fault.kind === 'blob_missing' ? notFound : fault;

/** What a download URL of the service's own leads to. */
export const openSignedDownload =
  (ports: Pick<Ports, 'blobs'>) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> =>
    ports.blobs
      .head(download.key)
      .map(({ sizeBytes }) => ({ sizeBytes, open: (span?: ByteSpan) => ports.blobs.read(download.key, span).mapErr(asNotFound) }))
      .mapErr(asNotFound);
