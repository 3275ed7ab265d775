import type { ArtifactType } from '../artifacts/artifact-type.js';
import {
  beyondSchedule,
  DAY_MS,
  HOUR_MS,
  type Instant,
  type Oid,
  type OrganizationId,
  type RepositoryId,
  SECOND_MS,
  type StorageNamespace,
  type UploadSessionId,
  type UserId,
} from '../values/index.js';

export const uploadSessionStatuses = ['OPEN', 'FINALIZED', 'EXPIRED', 'ABORTED'] as const;
export type UploadSessionStatus = (typeof uploadSessionStatuses)[number];

/** Spec 8. */
export const uploadSessionLifetimeMs = 6 * HOUR_MS;
/** Spec 8: how long a presigned URL holds. */
export const signedUrlLifetimeSeconds = 900;
/** How long after its end a session's staged bytes are left alone: the last URL it gave and a transfer begun with it are over by then. */
export const stagingGraceMs = signedUrlLifetimeSeconds * SECOND_MS + HOUR_MS;
/** The same of an LFS session: clients verify after uploads of any length, and nothing else tells that one is under way. */
export const lfsStagingGraceMs = 2 * DAY_MS;
/**
 * For how long after the last URL was given bytes may arrive by it: the URL holds for a quarter of it, and what was begun by then has the rest. What is held
 * back for bytes that never came, or for more than the client declares now, ends with it.
 */
export const reservationHoldMs = HOUR_MS;

/**
 * `session`: opened by a client, ends with finalize (spec 3.1). `lfs`: kept by the service for one user's LFS pushes to one repository;
 * it is never finalized, each of its objects registers by itself when it is verified, and each batch moves its end on.
 */
export type UploadSessionKind = 'session' | 'lfs';

/** How soon after a batch what it has asked for may have come. */
const firstLookMs = 15 * SECOND_MS;

/** For how long a look for staged objects is put off at most because those of the one before are being verified. */
export const maxLfsLookDelayMs = HOUR_MS;

/** A quarter of the time since the last batch of an LFS session, which moved its end on. */
const idleQuarterMs = ({ expiresAt }: Pick<UploadSession, 'expiresAt'>, now: Instant): number =>
  Math.floor((now - (expiresAt - uploadSessionLifetimeMs)) / 4);

/** When staged objects of an LFS session are looked for next: the later, the longer ago its last batch was. */
export const nextLookAt = (session: Pick<UploadSession, 'expiresAt'>, now: Instant): Instant =>
  now + Math.max(firstLookMs, idleQuarterMs(session, now));

/** No look of the session is due after this, unless the clock was set back since it was planned. */
export const latestLookAt = (session: Pick<UploadSession, 'expiresAt'>, now: Instant): Instant =>
  beyondSchedule(now, Math.max(maxLfsLookDelayMs, idleQuarterMs(session, now)));

export interface UploadSession {
  readonly id: UploadSessionId;
  readonly kind: UploadSessionKind;
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
  readonly userId: UserId;
  readonly expectedObjects: number | undefined;
  readonly uploadedObjects: number;
  readonly uploadedBytes: number;
  readonly status: UploadSessionStatus;
  /** The repository's generation after finalize; undefined until then. */
  readonly generation: number | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** When something was last done in it, to `activityResolutionMs`. */
  readonly activeAt: Instant;
}

/** A session is over at its end, not when the sweeper has noted so. */
export const statusAt = ({ status, expiresAt }: UploadSession, now: Instant): UploadSessionStatus =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status;

/** `AUTHORIZED`: a URL was given. `COMPLETED`: its bytes are verified and lie at the final key. */
export type UploadObjectState = 'AUTHORIZED' | 'COMPLETED';

/** How an object comes that one signed URL cannot take, once its upload was begun. */
export interface ObjectParts {
  /** Of every part but the last. */
  readonly partBytes: number;
  /** The store's name for the upload. Undefined when all of it had come and was not what the oid promises, until another one is begun. */
  readonly uploadId: string | undefined;
}

/** One object of one upload session. */
export interface UploadObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /**
   * What is held back from the organization's quota for it; 0 when the repository had the object already or its bytes count for no quota. Above `sizeBytes`
   * while a URL for more may still be used.
   */
  readonly reservedBytes: number;
  readonly state: UploadObjectState;
  /** What the client calls it, where it says so. */
  readonly name?: string | undefined;
  /** What its bytes were found to be, once they are verified. */
  readonly type?: ArtifactType | undefined;
  /** Absent for one URL, and before the first parts were asked for. */
  readonly parts?: ObjectParts;
}

/** An object whose bytes are verified. */
export type VerifiedUpload = Pick<UploadObject, 'oid' | 'sizeBytes' | 'type'>;

/** An object as it is added to a session. */
export type NewUploadObject = Omit<UploadObject, 'state' | 'parts' | 'type'>;

/** An object whose size was declared anew. */
export interface ResizedUpload {
  readonly sizeBytes: number;
  readonly reservedBytes: number;
  /** Until when bytes of an earlier size may arrive; undefined when they were no more than the present ones. */
  readonly largerUntil: Instant | undefined;
}

/** What the sessions of a repository have held back, in bytes. */
export interface HeldByRepository {
  /** For uploads under way. */
  readonly open: number;
  /** By sessions that are over and were not yet swept. */
  readonly ended: number;
}

/** For how long after its opening a session can be moved on at most. */
export const maxMultipartSessionMs = 7 * DAY_MS;

/**
 * The end to which a session is moved on while objects come to it in parts: as many bytes as that may take longer than the six hours of spec 8, and
 * a client that asks for parts still uploads. Undefined while there is time enough, or when the session was open for as long as any may be.
 */
export const movedEnd = ({ createdAt, expiresAt }: UploadSession, now: Instant): Instant | undefined => {
  const end = Math.min(now + uploadSessionLifetimeMs, createdAt + maxMultipartSessionMs);
  return end >= expiresAt + HOUR_MS ? end : undefined;
};
