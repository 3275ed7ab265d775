import type { Conflict, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { SignedRequest } from '../../ports/blob-store.js';

/** How the client moves bytes: `basic` by a URL for each object; `svc` by the chunk tree, and by URLs what is small and one of many. */
export type BatchTransfer = 'basic' | 'svc';

/** How long an action of a batch may be used. */
export interface ActionLifetime {
  readonly expiresAt: Instant;
  readonly expiresInSeconds: number;
}

/** The object goes through the repository's chunk tree: its action names the tree and needs no URL of its own. */
export interface TreeEntry {
  readonly kind: 'tree';
  readonly oid: Oid;
  readonly sizeBytes: number;
}

/** What a batch answers for one object of a download. */
export type DownloadEntry =
  | TreeEntry
  | { readonly kind: 'download'; readonly oid: Oid; readonly sizeBytes: number; readonly request: SignedRequest }
  | { readonly kind: 'missing'; readonly oid: Oid; readonly sizeBytes: number; readonly error: NotFound | Unavailable };

export interface DownloadBatch extends ActionLifetime {
  readonly transfer: BatchTransfer;
  readonly entries: readonly DownloadEntry[];
}

/** `stored`: nothing to send. `upload`: send the bytes, then call the verify link. `tree`: send it to the chunk tree, then finalize. */
export type UploadEntry =
  | TreeEntry
  | { readonly kind: 'stored'; readonly oid: Oid; readonly sizeBytes: number }
  | { readonly kind: 'upload'; readonly oid: Oid; readonly sizeBytes: number; readonly request: SignedRequest }
  | { readonly kind: 'refused'; readonly oid: Oid; readonly sizeBytes: number; readonly error: QuotaExceeded | Conflict }
  | { readonly kind: 'above_single_put'; readonly oid: Oid; readonly sizeBytes: number; readonly maxSinglePutBytes: number };

export interface UploadBatch extends ActionLifetime {
  readonly transfer: BatchTransfer;
  readonly entries: readonly UploadEntry[];
  /** The credential of the verify links of all `upload` entries; undefined when no object needs one. */
  readonly verifyToken: string | undefined;
}
