import type {
  NewUploadObject,
  ObjectParts,
  VerifiedUpload,
  UploadObject,
  UploadSession,
  UploadSessionKind,
} from '../../model/uploads/upload-session.js';
import type { Instant, Oid, OrganizationId, RepositoryId, UploadSessionId, UserId } from '../../model/values/index.js';

export interface UploadQueries {
  /** Only within the repository, so that another repository's session does not exist for the caller. */
  find(repositoryId: RepositoryId, sessionId: UploadSessionId): Promise<UploadSession | undefined>;
  /** The user's LFS session of the repository that is OPEN and ends after `now`; of several, the one that ends last. */
  findOpenLfs(repositoryId: RepositoryId, userId: UserId, now: Instant): Promise<UploadSession | undefined>;
  findObject(sessionId: UploadSessionId, oid: Oid): Promise<UploadObject | undefined>;
  /** How many objects the session has, in whatever state. */
  countObjects(sessionId: UploadSessionId): Promise<number>;
  /** The sizes in bytes of those of the oids that the session has, in whatever state. */
  findObjectSizes(sessionId: UploadSessionId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, number>>;
  /** The multipart uploads that were begun for objects of the session, in whatever state. */
  listUploadIds(sessionId: UploadSessionId): Promise<readonly { readonly oid: Oid; readonly uploadId: string }[]>;
  /** LFS sessions of the repository, OPEN or EXPIRED, that end after `endsAfter`, in which one of these oids is AUTHORIZED. */
  findPendingLfs(
    repositoryId: RepositoryId,
    oids: readonly Oid[],
    endsAfter: Instant,
  ): Promise<readonly { readonly session: UploadSession; readonly object: UploadObject }[]>;
  /** OPEN sessions of kind `session` of the organization that end after `now`, the oldest first. The plan bounds how many there are. */
  listOpen(organizationId: OrganizationId, now: Instant): Promise<readonly UploadSession[]>;
  /** OPEN sessions whose end is at or before `now`, the oldest first, at most `limit`. */
  listExpired(now: Instant, limit: number): Promise<readonly UploadSession[]>;
  /** Sessions of the kind that ended at or before `endedBefore` and whose staged bytes were not yet removed, the longest ago first, at most `limit`. */
  listUnswept(kind: UploadSessionKind, endedBefore: Instant, limit: number): Promise<readonly UploadSession[]>;
}

export interface UploadRecords extends UploadQueries {
  add(session: UploadSession): Promise<void>;
  /** The same as `find`, and the session cannot change by another hand until the transaction ends. */
  lock(repositoryId: RepositoryId, sessionId: UploadSessionId): Promise<UploadSession | undefined>;
  /** Moves the end of an OPEN session on. */
  extend(sessionId: UploadSessionId, expiresAt: Instant): Promise<void>;
  /** Notes that something was done in the session at the instant; never goes back. */
  touch(sessionId: UploadSessionId, activeAt: Instant): Promise<void>;
  /** Adds objects as AUTHORIZED; one that the session has already is left as it is, whatever its size. Returns those it added. */
  addObjects(sessionId: UploadSessionId, objects: readonly NewUploadObject[]): Promise<readonly Oid[]>;
  /** Takes an AUTHORIZED object that has no parts out of the session and returns what it held back; undefined when it is no such object. */
  withdrawObject(sessionId: UploadSessionId, oid: Oid): Promise<number | undefined>;
  /** Notes the multipart upload of an AUTHORIZED object that has no uploadId; false when it has one, or is no such object, and nothing is written then. */
  beginParts(sessionId: UploadSessionId, oid: Oid, parts: ObjectParts & { readonly uploadId: string }): Promise<boolean>;
  /**
   * Removes the object's uploadId while it is this one: after `refused` its parts stay noted without an uploadId, after `lost` nothing is noted.
   * False when it is another one, and nothing is written then.
   */
  endParts(sessionId: UploadSessionId, oid: Oid, uploadId: string, outcome: 'refused' | 'lost'): Promise<boolean>;
  /**
   * AUTHORIZED -> COMPLETED of an object of this size while the session ends after `endsAfter` and is OPEN, or EXPIRED and one of LFS; then counts
   * the object into the session and keeps its type. False when any of that does not hold; nothing is written then.
   */
  completeObject(sessionId: UploadSessionId, object: VerifiedUpload, endsAfter: Instant): Promise<boolean>;
  /** All COMPLETED objects of the session. */
  completedObjects(sessionId: UploadSessionId): Promise<readonly UploadObject[]>;
  /** OPEN -> FINALIZED while it ends after `now`; false when it was not so, and nothing is written then. Holds the session until the transaction ends. */
  finalize(sessionId: UploadSessionId, now: Instant): Promise<boolean>;
  /** Keeps the generation that finalize answered. */
  setGeneration(sessionId: UploadSessionId, generation: number): Promise<void>;
  /** OPEN -> EXPIRED when its end is at or before `now`; false when it was not so. */
  expire(sessionId: UploadSessionId, now: Instant): Promise<boolean>;
  /** OPEN -> ABORTED, also at its end; false when it was not OPEN. */
  abort(sessionId: UploadSessionId, now: Instant): Promise<boolean>;
  /** OPEN -> EXPIRED for all sessions of a repository that is being deleted. */
  expireAllOfRepository(repositoryId: RepositoryId, now: Instant): Promise<void>;
  /** Sets what the session's objects hold back to 0 and returns what it was, in bytes. */
  takeReservations(sessionId: UploadSessionId): Promise<number>;
  /** The same for one object. */
  takeReservation(sessionId: UploadSessionId, oid: Oid): Promise<number>;
  /** The same for all sessions of a repository. */
  takeReservationsOfRepository(repositoryId: RepositoryId): Promise<number>;
  /** Lets what an ended session has staged wait as if it had ended at the instant. */
  postponeSweep(sessionId: UploadSessionId, endedAt: Instant): Promise<void>;
  /** Notes that nothing staged is left of it. */
  markSwept(sessionId: UploadSessionId): Promise<void>;
}
