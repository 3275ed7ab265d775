import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import {
  badRequest,
  type BadRequest,
  type Conflict,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';
import { exceedsObjectSize } from '../quotas/object-size-limit.js';
import { type Plan, plans } from '../quotas/plan.js';
import { reserveStorage } from '../quotas/reserve-storage.js';
import {
  type Instant,
  type ObjectKey,
  objectKey,
  type Oid,
  SECOND_MS,
  stagingKey,
  type UploadSessionId,
} from '../values/index.js';
import { distinctRequests, type ObjectRequest } from '../objects/object-request.js';
import { isClientSession, whyNotOpen } from './session-guard.js';
import { signedUrlLifetimeSeconds, type UploadSession } from './upload-session.js';

export interface AuthorizeObjects {
  readonly sessionId: UploadSessionId;
  readonly objects: readonly ObjectRequest[];
}

/** Spec 2.4. */
export interface UploadAuthorization {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly uploadUrl: string;
  /** Where the object will lie once it is verified. */
  readonly storageKey: ObjectKey;
  readonly expiresInSeconds: number;
}

/** The store cannot take the object by one signed URL. */
export interface TooLargeForUrl {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly maxSinglePutBytes: number;
}

type Problem = BadRequest | NotFound | Conflict | QuotaExceeded;

/**
 * Adds objects to an open session and puts their bytes aside. Objects that the session has keep their reservation; objects that the repository
 * has already need none.
 */
export const admitObjects = async (
  records: Records,
  session: UploadSession,
  plan: Plan,
  objects: readonly ObjectRequest[],
): Promise<Result<void, Problem>> => {
  const oids = objects.map((object) => object.oid);
  const known = await records.uploads.findObjectSizes(session.id, oids);
  const changed = objects.find((object) => (known.get(object.oid) ?? object.sizeBytes) !== object.sizeBytes);
  if (changed !== undefined) return err(badRequest('objects', 'contradictory'));
  const fresh = objects.filter((object) => !known.has(object.oid));
  if (fresh.length === 0) return ok(undefined);
  const stored = await records.objects.findSizes(session.repositoryId, oids);
  const admitted = fresh.map((object) => ({ ...object, reservedBytes: stored.has(object.oid) ? 0 : object.sizeBytes }));
  const bytes = admitted.reduce((sum, object) => sum + object.reservedBytes, 0);
  const reserved = await reserveStorage(records, session.organizationId, plan, bytes);
  if (reserved.isErr()) return err(reserved.error);
  await records.uploads.addObjects(session.id, admitted);
  return ok(undefined);
};

const admitToClientSession = async (
  records: Records,
  grant: RepositoryGrant<'repository.push'>,
  command: AuthorizeObjects,
  now: Instant,
): Promise<Result<UploadSession, Problem>> => {
  const session = await records.uploads.hold(grant.repository.repositoryId, command.sessionId);
  if (!isClientSession(session)) return err(notFound);
  const closed = whyNotOpen(session, now);
  if (closed !== undefined) return err(closed);
  const plan = plans[grant.repository.planId];
  for (const object of command.objects) {
    const tooLarge = exceedsObjectSize(plan, object.sizeBytes);
    if (tooLarge !== undefined) return err(tooLarge);
  }
  const admitted = await admitObjects(records, session, plan, command.objects);
  return admitted.isErr() ? err(admitted.error) : ok(session);
};

/**
 * Spec 4.11 step 2: one upload URL for each object. An object above the plan's size refuses the whole call; one above what the store takes in one
 * PUT is answered by itself, since a URL that must fail is never signed.
 */
export const authorizeObjects =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: AuthorizeObjects,
  ): ResultAsync<readonly (UploadAuthorization | TooLargeForUrl)[], Problem | Unavailable> => {
    const now = ports.clock.now();
    const objects = distinctRequests(command.objects);
    if (objects.isErr()) return errAsync(objects.error);
    return ports.blobs.signer(grant.repository.namespace).andThen((signer) => {
      const { maxSinglePutBytes = Infinity } = signer;
      const fitting = objects.value.filter((object) => object.sizeBytes <= maxSinglePutBytes);
      return ports.unitOfWork
        .transact((records) => admitToClientSession(records, grant, { ...command, objects: fitting }, now))
        .map((session) =>
          objects.value.map(({ oid, sizeBytes }) => {
            if (sizeBytes > maxSinglePutBytes) return { oid, sizeBytes, maxSinglePutBytes };
            const key = stagingKey(session.namespace, session.id, oid);
            const expiresAt = Math.min(now + signedUrlLifetimeSeconds * SECOND_MS, session.expiresAt);
            const uploadUrl = signer.upload({ key, sizeBytes, oid, expiresAt }).href;
            const expiresInSeconds = Math.floor((expiresAt - now) / SECOND_MS);
            return { oid, sizeBytes, uploadUrl, storageKey: objectKey(session.namespace, oid), expiresInSeconds };
          }),
        );
    });
  };
