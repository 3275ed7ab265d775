import { err, ok, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { ObjectKey } from '../model/values/index.js';
import type { BlobFacts } from '../ports/blob-store.js';
import type { Ports } from '../ports/ports.js';

/** What the store says of the blob at the key; undefined where none lies there. */
export const findBlob = ({ blobs }: Pick<Ports, 'blobs'>, key: ObjectKey): ResultAsync<BlobFacts | undefined, Unavailable> =>
  blobs.head(key).orElse((fault) => (fault.kind === 'blob_missing' ? ok(undefined) : err(fault)));
