import type { NotFound, QuotaExceeded } from '../app-error.js';
import type { SignedRequest } from '../ports/blob-store.js';
import type { Instant, Oid } from '../values/index.js';

/** How long an action of a batch may be used. */
export interface ActionLifetime {
  readonly expiresAt: Instant;
  readonly expiresInSeconds: number;
}

/** What a batch answers for one object of a download. */
export type DownloadEntry =
  | { readonly kind: 'download'; readonly oid: Oid; readonly sizeBytes: number; readonly request: SignedRequest }
  | { readonly kind: 'missing'; readonly oid: Oid; readonly sizeBytes: number; readonly error: NotFound };

export interface DownloadBatch extends ActionLifetime {
  readonly entries: readonly DownloadEntry[];
}

/** `stored`: nothing to send. `upload`: send the bytes, then call the verify link. */
export type UploadEntry =
  | { readonly kind: 'stored'; readonly oid: Oid; readonly sizeBytes: number }
  | { readonly kind: 'upload'; readonly oid: Oid; readonly sizeBytes: number; readonly request: SignedRequest }
  | { readonly kind: 'refused'; readonly oid: Oid; readonly sizeBytes: number; readonly error: QuotaExceeded }
  | { readonly kind: 'above_single_put'; readonly oid: Oid; readonly sizeBytes: number; readonly maxSinglePutBytes: number };

export interface UploadBatch extends ActionLifetime {
  readonly entries: readonly UploadEntry[];
  /** The credential of the verify links of all `upload` entries; undefined when there are none. */
  readonly verifyToken: string | undefined;
}
