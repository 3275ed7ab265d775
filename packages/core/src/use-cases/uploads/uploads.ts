import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  QuotaExceeded,
  RateLimited,
  Unavailable,
} from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { UploadSessionId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { abortUploadSession } from './abort-upload-session.js';
import { type AuthorizationEntry, authorizeObjects, type AuthorizeObjects } from './authorize-objects.js';
import { completeUpload, type CompleteUpload } from './complete-upload.js';
import { type FinalizedUploadSession, finalizeUploadSession } from './finalize-upload-session.js';
import { listParts, type MultipartUpload } from './list-parts.js';
import { listUploadSessions } from './list-upload-sessions.js';
import type { ObjectInSession } from './multipart-object.js';
import { type OpenedUploadSession, openUploadSession, type OpenUploadSession } from './open-upload-session.js';
import { type PartAuthorization, presignParts, type PresignParts } from './presign-parts.js';

/** Upload sessions for clients without Git (spec 3.1, 4.11): open, authorize, send the bytes, complete each object, finalize. */
export interface Uploads {
  /**
   * Opens a session of six hours (spec 3.1, 4.11). The same idempotency key returns the session it opened first. Where the plan allows no
   * more, the one of the organization that has been idle longest, for more than ten minutes, is aborted for it; `rate_limited` with
   * `concurrent_uploads`, and the time until one will have been, while none has.
   */
  readonly open: (
    grant: RepositoryGrant<'repository.push'>,
    command: OpenUploadSession,
  ) => ResultAsync<OpenedUploadSession, NotFound | Forbidden | Conflict | RateLimited | Unavailable>;

  /** Lists the open sessions of the repository, the oldest first: the caller's own, or everybody's for who may administer the repository. */
  readonly list: (grant: RepositoryGrant<'repository.push'>) => ResultAsync<readonly UploadSession[], Unavailable>;

  /**
   * Ends one of these sessions. What it holds back counts as reclaimable until it is swept, which removes what was staged, once its last URL and what was begun
   * with that are over; where the service itself serves the URLs, what is held for objects of which nothing has come is given back at once, of up to a hundred.
   * What was completed in it never becomes visible. Ok as well when it was aborted or had expired before. `conflict` with `session_finalized`.
   */
  readonly abort: (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly sessionId: UploadSessionId },
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Returns one upload URL per object, or a multipart plan for one above what the store takes in one PUT (spec 4.11 step 2). An object
   * that the repository has already needs neither. `quota_exceeded` with `max_object_size`, and `conflict` with `size_mismatch` and the oid of an
   * object that the repository or the session has with another size, refuse the whole call; an object that the store cannot take at all gets an answer of its own.
   */
  readonly authorize: (
    grant: RepositoryGrant<'repository.push'>,
    command: AuthorizeObjects,
  ) => ResultAsync<readonly AuthorizationEntry[], BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /**
   * Returns URLs for parts of a multipart object, by number. The first call begins the multipart upload, later calls by any process
   * continue it. Clients may send parts in any order, in parallel and again.
   */
  readonly presignParts: (
    grant: RepositoryGrant<'repository.push'>,
    command: PresignParts,
  ) => ResultAsync<readonly PartAuthorization[], BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /** Lists the parts that have arrived, so that a client can resume. */
  readonly listParts: (
    grant: RepositoryGrant<'repository.push'>,
    named: ObjectInSession,
  ) => ResultAsync<MultipartUpload, BadRequest | NotFound | Conflict | Unavailable>;

  /**
   * Verifies the uploaded bytes and moves them to their final key (spec 4.11 step 4). Idempotent; an object that the repository has
   * already needs no upload, counts into the session all the same, and costs nothing. The object stays invisible until `finalize`. `unavailable` with `verification` when it takes longer
   * than `completeWaitMs`: the same call waits for it again. `conflict` with `not_uploaded`, `size_mismatch` or `checksum_mismatch`.
   */
  readonly complete: (
    grant: RepositoryGrant<'repository.push'>,
    command: CompleteUpload,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Makes every completed object of the session visible in one transaction, with generation, ledger, usage, audit and events (spec
   * 3.1, 4.11 step 5). Of many calls at once one does it and the others return its answer.
   */
  readonly finalize: (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly sessionId: UploadSessionId },
  ) => ResultAsync<FinalizedUploadSession, NotFound | Forbidden | Conflict | Unavailable>;
}

export const createUploads = (ports: Ports & Receiving & Verifying): Uploads => ({
  open: openUploadSession(ports),
  list: listUploadSessions(ports),
  abort: abortUploadSession(ports),
  authorize: authorizeObjects(ports),
  presignParts: presignParts(ports),
  listParts: listParts(ports),
  complete: completeUpload(ports),
  finalize: finalizeUploadSession(ports),
});
