import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant, VerifyLink } from '../../access/grant.js';
import type { BadRequest, Conflict, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { batchDownload } from './batch-download.js';
import type { BatchTransfer, DownloadBatch, UploadBatch } from './batch-entry.js';
import { batchUpload } from './batch-upload.js';
import { findStaged } from './find-staged.js';
import { verifyNextStaged } from './verify-next-staged.js';
import { verifyLfsObject } from './verify-lfs-object.js';

/** The Git LFS batch protocol without its HTTP (spec 4.10). */
export interface Lfs {
  /**
   * Returns one entry per distinct object, in the order of the request (Git LFS batch, `download`). Only stored objects get a URL,
   * and each URL counts as one download; the tree counts its own. What is staged and cannot be verified now is `unavailable`, alone where others are stored.
   * The signal says that nobody waits any more.
   */
  readonly batchDownload: (
    grant: RepositoryGrant<'repository.pull'>,
    requested: readonly ObjectRequest[],
    transfer?: BatchTransfer,
    signal?: AbortSignal,
  ) => ResultAsync<DownloadBatch, BadRequest | Unavailable>;

  /**
   * Returns one entry per distinct object, in the order of the request (Git LFS batch, `upload`). Stored objects need nothing; the
   * others join the caller's LFS session and get a URL to a key of it. `quota_exceeded` refuses the whole batch. The `svc` transfer
   * reserves nothing here: each tree file is charged when it arrives.
   */
  readonly batchUpload: (
    grant: RepositoryGrant<'repository.push'>,
    requested: readonly ObjectRequest[],
    transfer?: BatchTransfer,
  ) => ResultAsync<UploadBatch, BadRequest | NotFound | Forbidden | QuotaExceeded | Unavailable>;

  /**
   * Answers Ok when the object is stored, verified and visible (the `verify` action of the basic transfer). Idempotent; works after
   * the session has ended. Does not begin when the signal says before its turn that the client has gone.
   */
  readonly verify: (
    link: VerifyLink,
    object: ObjectRequest,
    signal?: AbortSignal,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /**
   * Looks which objects have come and were not verified by their clients, and has `verifyNextStaged` of this process verify them; returns how
   * many it has found. Undefined while another process does it. Due every 10 seconds.
   */
  readonly findStaged: () => ResultAsync<number | undefined, Unavailable>;

  /**
   * Proves one object that has come to this process by a signed URL, or that `findStaged` has found, and makes it visible if it is what
   * its oid says; returns whether there was one. Call it until it returns false, and every second. Several may be under way at once, and
   * `onClaimed` hears of each that begins. What is not verified, because the process ends or a part does not answer, is found again.
   */
  readonly verifyNextStaged: (onClaimed?: () => void) => ResultAsync<boolean, Unavailable>;
}

export const createLfs = (ports: Ports & Arriving & Metered & Verifying): Lfs => ({
  batchDownload: batchDownload(ports),
  batchUpload: batchUpload(ports),
  verify: verifyLfsObject(ports),
  findStaged: findStaged(ports),
  verifyNextStaged: verifyNextStaged(ports),
});
