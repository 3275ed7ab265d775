import type {
  HeldByRepository,
  NewUploadObject,
  ObjectParts,
  ResizedUpload,
  VerifiedUpload,
  UploadObject,
  UploadSession,
  UploadSessionKind,
} from '../../model/uploads/upload-session.js';
import type { Instant, Oid, OrganizationId, RepositoryId, UploadSessionId, UserId } from '../../model/values/index.js';

/** An object that is awaited, or refused. */
export interface PendingUpload {
  readonly session: UploadSession;
  readonly object: UploadObject;
  /** Set when what was staged of it was looked through and refused, until it is awaited anew. */
  readonly refused:
    | { /** What was staged then, where that is known: a `BlobFacts.version`. */ readonly version: string | undefined }
    | undefined;
}

export interface UploadQueries {
  /** Only within the repository, so that another repository's session does not exist for the caller. */
  find(repositoryId: RepositoryId, sessionId: UploadSessionId): Promise<UploadSession | undefined>;
  /** The user's LFS session of the repository that is OPEN, ends after `now` and is not being settled; of several, the one that ends last. */
  findOpenLfs(repositoryId: RepositoryId, userId: UserId, now: Instant): Promise<UploadSession | undefined>;
  findObject(sessionId: UploadSessionId, oid: Oid): Promise<UploadObject | undefined>;
  /** How many objects the session has, in whatever state. */
  countObjects(sessionId: UploadSessionId): Promise<number>;
  /** The sizes in bytes of those of the oids that the session has, in whatever state. */
  findObjectSizes(sessionId: UploadSessionId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, number>>;
  /** The same without those that were refused. */
  findUnrefusedSizes(sessionId: UploadSessionId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, number>>;
  /** The multipart uploads that were begun for objects of the session, in whatever state. */
  listUploadIds(sessionId: UploadSessionId): Promise<readonly { readonly oid: Oid; readonly uploadId: string }[]>;
  /** LFS sessions of the repository, OPEN or EXPIRED, that end after `endsAfter`, in which one of these oids is AUTHORIZED. */
  findPendingLfs(repositoryId: RepositoryId, oids: readonly Oid[], endsAfter: Instant): Promise<readonly PendingUpload[]>;
  /**
   * LFS sessions whose staged objects are to be looked for at or before `now`, the one that has been due for longest first, and then those
   * that are due after their `latestLookAt`: the clock was set back since. At most `limit`.
   */
  listDueLfs(now: Instant, limit: number): Promise<readonly UploadSession[]>;
  /** AUTHORIZED objects of the session whose oids follow `after`, by oid, at most `limit`; those that were refused only with `refusedToo`. */
  listAwaited(
    sessionId: UploadSessionId,
    page: { readonly after: Oid | undefined; readonly limit: number; readonly refusedToo: boolean },
  ): Promise<readonly UploadObject[]>;
  /** OPEN sessions of kind `session` of the organization that end after `now`, the oldest first. The plan bounds how many there are. */
  listOpen(organizationId: OrganizationId, now: Instant): Promise<readonly UploadSession[]>;
  /** OPEN sessions of the repository, of both kinds, that end after `now` and have the object, the oldest first, at most `limit`. */
  listWithObject(repositoryId: RepositoryId, oid: Oid, now: Instant, limit: number): Promise<readonly UploadSession[]>;
  /** OPEN LFS sessions that were not settled to the end and end at or before the instant, by their end, at most `limit`. */
  listUnsettled(endsBefore: Instant, limit: number): Promise<readonly UploadSession[]>;
  /** Objects of OPEN sessions whose `largerUntil` is at or before `now`, the longest ago first, at most `limit`. */
  listOversized(
    now: Instant,
    limit: number,
  ): Promise<readonly { readonly session: UploadSession; readonly object: UploadObject }[]>;
  /** AUTHORIZED objects of the session that hold something back and whose oids follow `after`, by oid, at most `limit`. */
  listHeld(sessionId: UploadSessionId, after: Oid | undefined, limit: number): Promise<readonly UploadObject[]>;
  /**
   * Oids of the session, those that follow `after`, by oid, at most `limit`, that its repository has not registered as whole ones, nor has in quarantine as
   * such.
   */
  listUnregistered(session: UploadSession, after: Oid | undefined, limit: number): Promise<readonly Oid[]>;
  /**
   * Those of the oids whose bytes at the final key somebody may come to need: the repository has registered them as whole ones, or has them in quarantine as
   * such, or another session that can still complete them has them.
   */
  findNeeded(session: UploadSession, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Those of the oids that a session of the repository has that can still complete them, or has completed and may still register them. */
  findExpected(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Whether unregistered bytes of the object are being removed, by this holder where one is given. */
  isReclaimed(repositoryId: RepositoryId, oid: Oid, holder?: string): Promise<boolean>;
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
  /**
   * Notes that something was done in the session at the instant; goes back only where what is noted lies more than a minute after it: the clock was set back
   * since (`beyondSchedule`).
   */
  touch(sessionId: UploadSessionId, activeAt: Instant): Promise<void>;
  /**
   * Adds objects as AUTHORIZED; one that the session has already is left as it is, whatever its size, but gets the name that comes where it has none. Returns
   * those it added.
   */
  addObjects(sessionId: UploadSessionId, objects: readonly NewUploadObject[]): Promise<readonly Oid[]>;
  /** Takes the object out of those unswept LFS sessions of the repository that hold nothing back for it: who sends it again begins anew. */
  forgetObject(repositoryId: RepositoryId, oid: Oid): Promise<void>;
  /** Has staged objects of an LFS session looked for at the instant, or not at all, whatever was due before. */
  setLfsDue(sessionId: UploadSessionId, dueAt: Instant | undefined): Promise<void>;
  /** Notes that what was staged of an AUTHORIZED object of this size, in this version, was looked through and refused. Nothing when it is no such object. */
  refuseObject(sessionId: UploadSessionId, object: Pick<UploadObject, 'oid' | 'sizeBytes'>, version?: string): Promise<void>;
  /** Has the objects awaited anew that were refused. */
  awaitRefused(sessionId: UploadSessionId, oids: readonly Oid[]): Promise<void>;
  /** Gives an AUTHORIZED object that has no parts another size, and awaits it anew; false, and nothing written, when it is no such object. */
  resizeObject(sessionId: UploadSessionId, oid: Oid, resized: ResizedUpload): Promise<boolean>;
  /** Notes the multipart upload of an AUTHORIZED object that has no uploadId; false when it has one, or is no such object, and nothing is written then. */
  beginParts(sessionId: UploadSessionId, oid: Oid, parts: ObjectParts & { readonly uploadId: string }): Promise<boolean>;
  /**
   * Removes the object's uploadId while it is this one: after `refused` its parts stay noted without an uploadId, after `lost` nothing is noted.
   * False when it is another one, and nothing is written then.
   */
  endParts(sessionId: UploadSessionId, oid: Oid, uploadId: string, outcome: 'refused' | 'lost'): Promise<boolean>;
  /**
   * AUTHORIZED -> COMPLETED of an object of this size while the session ends after `endsAfter`, is not being swept and is OPEN, or EXPIRED and one of LFS;
   * then counts the object into the session and keeps its type. False when any of that does not hold; nothing is written then.
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
  /** What all objects of the session hold back, in bytes. Holds the session until the transaction ends. */
  heldBySession(sessionId: UploadSessionId): Promise<number>;
  /** Sets what the session's objects hold back to 0 and returns what it was, in bytes. */
  takeReservations(sessionId: UploadSessionId): Promise<number>;
  /** Lessens what one object holds back by at most its size, and returns by how much. */
  takeReservation(sessionId: UploadSessionId, oid: Oid): Promise<number>;
  /** The same for the COMPLETED objects of the session that its repository has registered as whole ones. */
  takeRegistered(session: UploadSession): Promise<number>;
  /** Sets what an object holds back; false, and nothing written, when that is not `formerBytes` any more. No earlier size is waited for afterwards. */
  setReservation(sessionId: UploadSessionId, oid: Oid, formerBytes: number, bytes: number): Promise<boolean>;
  /** Sets what all sessions of a repository hold back to 0 and returns what it was. */
  takeReservationsOfRepository(repositoryId: RepositoryId): Promise<HeldByRepository>;
  /** Notes that what an LFS session holds back for what never came is being released: it takes no new objects from then on. */
  beginSettling(sessionId: UploadSessionId): Promise<void>;
  /** Notes that this is done. */
  markSettled(sessionId: UploadSessionId): Promise<void>;
  /** Marks those of the oids whose unregistered bytes are about to be removed, and returns those that it marked; the others another holder has marked after `staleBefore`. */
  markReclaimed(
    repositoryId: RepositoryId,
    oids: readonly Oid[],
    mark: { readonly holder: string; readonly at: Instant; readonly staleBefore: Instant },
  ): Promise<readonly Oid[]>;
  /** Removes the holder's marks. */
  unmarkReclaimed(repositoryId: RepositoryId, oids: readonly Oid[], holder: string): Promise<void>;
  /** Notes that the bytes of an ended session are being removed: from then on none of its objects can be completed, and none is looked for. */
  beginSweep(sessionId: UploadSessionId): Promise<void>;
  /** Lets what an ended session has staged wait as if it had ended at the instant. */
  postponeSweep(sessionId: UploadSessionId, endedAt: Instant): Promise<void>;
  /** Has an ended session that was swept swept once more, as if it had ended at the instant, for bytes that were moved too late. */
  sweepAgain(sessionId: UploadSessionId, endedAt: Instant): Promise<void>;
  /** Notes that nothing that it brought is left but what is registered. */
  markSwept(sessionId: UploadSessionId): Promise<void>;
}
