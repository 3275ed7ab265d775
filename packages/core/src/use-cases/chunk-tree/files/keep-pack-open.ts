import { okAsync, type ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../../model/app-error.js';
import type { ObjectKey } from '../../../model/values/index.js';
import type { BlobStore } from '../../../ports/blob-store.js';
import type { KeptDownload } from '../../../signed-urls/open-download.js';
import { readInto } from '../read/read-tree-blob.js';

/** Opens a pack for many reads. Where the store keeps nothing open each of them is a request to it; the pack has so many bytes, since no pack ever changes. */
export const keepPackOpen = (
  blobs: BlobStore,
  key: ObjectKey,
  sizeBytes: number,
): ResultAsync<KeptDownload, NotFound | Unavailable> =>
  (blobs.open?.(key) ?? okAsync(undefined))
    .mapErr((fault) => (fault.kind === 'blob_missing' ? notFound : fault))
    .map(
      (open) =>
        open ?? {
          sizeBytes,
          fill: (begin, target) => readInto({ blobs }, key, begin, target),
          close: async () => undefined,
        },
    );
