import type { ResultAsync } from 'neverthrow';
import type { SignedDownload, SignedUpload } from '../../access/grant.js';
import type { UploadBody } from '../../blob-store/receive-body.js';
import type { BadRequest, BodyIncomplete, NotFound, QuotaExceeded, RateLimited, Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import type { OpenDownload } from '../../signed-urls/open-download.js';
import type { OnUnreadable } from '../../steps/integrity/on-unreadable.js';
import { type OpenAssembled, openSignedDownload } from './open-signed-download.js';
import { receiveSignedUpload } from './receive-signed-upload.js';

/** Bytes over URLs that this service signed itself, where the blob store signs none of its own. */
export interface SignedTransfers {
  /**
   * Stores the body at the one key that the URL names, and passes over one that the repository has verified already. Does not check
   * its content: `uploads.complete` or LFS verify does, or `lfs.verifyNextStaged` where nobody asks for it, and wrong bytes can be sent again. `not_found` once the repository is gone or
   * the upload session is over, for Git LFS once it is over for two days; `quota_exceeded` for a body that took so long that its room was given to others; `rate_limited` with
   * `concurrent_writes` or `unfinished_bytes`.
   */
  readonly receive: (
    upload: SignedUpload,
    body: UploadBody,
  ) => ResultAsync<void, BadRequest | BodyIncomplete | NotFound | QuotaExceeded | RateLimited | Unavailable>;

  /** `not_found` once the repository is gone, and with the reason `damaged` for an object that cannot be read as it was. Opens what a download URL names: a blob, or an object assembled from its chunks while it is read. */
  readonly open: (download: SignedDownload) => ResultAsync<OpenDownload, NotFound | Unavailable>;
}

export const createSignedTransfers = (
  ports: Ports & Arriving & Receiving,
  openAssembled: OpenAssembled,
  onUnreadable: OnUnreadable,
): SignedTransfers => ({
  receive: receiveSignedUpload(ports),
  open: openSignedDownload(ports, openAssembled, onUnreadable),
});
