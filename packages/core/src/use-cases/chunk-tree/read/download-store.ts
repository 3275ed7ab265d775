import { type Pace, pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import { connectionOf, KIB, SECOND_MS, type StorageNamespace } from '../../../model/values/index.js';
import type { BlobStore } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';

/** A line on which a download would be no use any more. */
const downloadPace: Pace = { graceMs: 60 * SECOND_MS, minBytesPerSecond: 64 * KIB };

/**
 * What one download, or one loading of a manifest, reads out of. While a group of chunks comes nobody can take its room back, so a customer's bucket that drips
 * would keep what all readers share: it is given up as one that does not answer.
 */
export const downloadStore = ({ blobs, clock }: Pick<Ports, 'blobs' | 'clock'>, namespace: StorageNamespace): BlobStore =>
  connectionOf(namespace) === undefined ? blobs : pacedBlobStore(blobs, clock, downloadPace);
