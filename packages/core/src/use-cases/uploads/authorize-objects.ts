import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { mapInSlices } from '../../concurrency/map-in-slices.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { distinctRequests, type ObjectRequest } from '../../model/objects/object-request.js';
import { exceedsObjectSize } from '../../model/quotas/object-size-limit.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { type Plan, plans } from '../../model/quotas/plan.js';
import { type PartPlan, partPlan } from '../../model/uploads/part-plan.js';
import { isClientSession, whyNotOpen } from '../../model/uploads/session-guard.js';
import { signedUrlLifetimeSeconds, type UploadSession } from '../../model/uploads/upload-session.js';
import {
  type Instant,
  type ObjectKey,
  objectKey,
  type Oid,
  SECOND_MS,
  stagingKey,
  type UploadSessionId,
} from '../../model/values/index.js';
import type { UrlSigner } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { type AdmissionLimits, admitObjects, lookUpsPerSlice } from '../../steps/objects/admit-objects.js';
import { nameStored } from '../../steps/objects/name-stored.js';
import { noteActivity } from '../../steps/objects/note-activity.js';
import { type Placement, placeObjects } from './place-objects.js';

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

/** The object comes in parts, whose URLs are asked for as they are needed. */
export interface MultipartAuthorization {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly storageKey: ObjectKey;
  readonly parts: PartPlan;
}

/** The repository has the object already: no bytes of it are needed, so it gets no URL. Completing it counts it into the session. */
export interface StoredAlready {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly storageKey: ObjectKey;
  readonly isStored: true;
}

/** The store cannot take the object by one signed URL, nor in parts. */
export interface TooLargeForUrl {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly maxSinglePutBytes: number;
}

export type AuthorizationEntry = UploadAuthorization | MultipartAuthorization | StoredAlready | TooLargeForUrl;

type Problem = BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded;

const otherSize = ({ oid }: ObjectRequest): Conflict => ({ ...conflict('size_mismatch'), oid });

/**
 * Those that the repository has as they are declared, and that are not damaged. The size that it has of an object was verified, so another one is refused also of
 * a damaged object, which comes back with the size that it had. What is new has to be within the plan: also what the store cannot take, for another way leads there,
 * but none past the plan.
 */
const findSettled = async (
  records: Records,
  { repositoryId }: UploadSession,
  plan: Plan,
  requested: readonly ObjectRequest[],
): Promise<Result<ReadonlySet<Oid>, Conflict | QuotaExceeded>> => {
  const oids = requested.map(({ oid }) => oid);
  const stored = await records.objects.findSizes(repositoryId, oids);
  const contradicting = requested.find(({ oid, sizeBytes }) => (stored.get(oid) ?? sizeBytes) !== sizeBytes);
  if (contradicting !== undefined) return err(otherSize(contradicting));
  for (const { oid, sizeBytes } of requested) {
    const tooLarge = stored.has(oid) ? undefined : exceedsObjectSize(plan, sizeBytes);
    if (tooLarge !== undefined) return err(tooLarge);
  }
  const damaged = await findDamaged(records, repositoryId, [...stored.keys()]);
  return ok(new Set(oids.filter((oid) => stored.has(oid) && !damaged.has(oid))));
};

interface AdmittedToSession {
  readonly session: UploadSession;
  readonly settled: ReadonlySet<Oid>;
}

const admitToClientSession = (
  records: Records,
  grant: RepositoryGrant<'repository.push'>,
  sessionId: UploadSessionId,
  placements: readonly Placement[],
  limits: Omit<AdmissionLimits, 'known'>,
): ResultAsync<AdmittedToSession, Problem> =>
  safeTry(async function* () {
    const session = await records.uploads.lock(grant.repository.repositoryId, sessionId);
    if (!isClientSession(session)) return err(notFound);
    const closed = whyNotOpen(session, limits.now);
    if (closed !== undefined) return err(closed);
    await noteActivity(records, session, limits.now);
    const plan = plans[grant.repository.planId];
    const requested = placements.map(({ object }) => object);
    const settled = yield* await findSettled(records, session, plan, requested);
    await nameStored(
      records,
      session.repositoryId,
      requested.filter(({ oid }) => settled.has(oid)),
      limits.now,
    );
    const objects = placements.flatMap(({ by, object }) => (by === 'nothing' && !settled.has(object.oid) ? [] : [object]));
    const inParts = new Set(placements.filter(({ by }) => by === 'parts').map(({ object }) => object.oid));
    const known = { settled, inParts };
    const [contradicting] = yield* await admitObjects(records, session, plan, objects, { ...limits, known });
    return contradicting === undefined ? ok({ session, settled }) : err(otherSize(contradicting));
  });

interface Admitted extends AdmittedToSession {
  /** Of objects whose multipart uploads were begun before: they go on as they were begun. */
  readonly begun: ReadonlyMap<Oid, PartPlan>;
}

const admit = (
  records: Records,
  grant: RepositoryGrant<'repository.push'>,
  sessionId: UploadSessionId,
  placements: readonly Placement[],
  limits: Omit<AdmissionLimits, 'known'>,
): ResultAsync<Admitted, Problem> =>
  safeTry(async function* () {
    const admitted = yield* await admitToClientSession(records, grant, sessionId, placements, limits);
    const begun = new Map<Oid, PartPlan>();
    for (const [index, { by, object }] of placements.entries()) {
      if (by === 'parts' && index % lookUpsPerSlice === 0) await limits.pause();
      const parts = by === 'parts' ? (await records.uploads.findObject(sessionId, object.oid))?.parts : undefined;
      if (parts !== undefined) begun.set(object.oid, partPlan(object.sizeBytes, parts.partBytes));
    }
    return ok({ ...admitted, begun });
  });

const answer =
  ({ session, begun, settled }: Admitted, signer: Pick<UrlSigner, 'upload'>, now: Instant) =>
  (placement: Placement): AuthorizationEntry => {
    const { oid, sizeBytes } = placement.object;
    const storageKey = objectKey(session.namespace, oid);
    if (settled.has(oid)) return { oid, sizeBytes, storageKey, isStored: true };
    if (placement.by === 'nothing') return { oid, sizeBytes, maxSinglePutBytes: placement.maxSinglePutBytes };
    if (placement.by === 'parts') return { oid, sizeBytes, storageKey, parts: begun.get(oid) ?? placement.plan };
    const key = stagingKey(session.namespace, session.id, oid);
    const expiresAt = Math.min(now + signedUrlLifetimeSeconds * SECOND_MS, session.expiresAt);
    const uploadUrl = signer.upload({ key, sizeBytes, oid, expiresAt }).href;
    return { oid, sizeBytes, uploadUrl, storageKey, expiresInSeconds: Math.floor((expiresAt - now) / SECOND_MS) };
  };

export const authorizeObjects = (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'settings'>) => {
  const pause = pauseOf(ports.clock);
  return (
    grant: RepositoryGrant<'repository.push'>,
    command: AuthorizeObjects,
  ): ResultAsync<readonly AuthorizationEntry[], Problem | Unavailable> =>
    safeTry(async function* () {
      const now = ports.clock.now();
      const objects = yield* distinctRequests(command.objects);
      const { signer, placements } = yield* await placeObjects(ports, grant.repository.namespace, objects);
      const admitted = yield* await withRegrantedRepository(ports, grant, (records, granted) =>
        admit(records, granted, command.sessionId, placements, {
          maxObjects: limitsOf(ports.settings).objectsPerSession,
          now,
          pause,
        }),
      );
      return ok(await mapInSlices(pause, placements, answer(admitted, signer, now)));
    });
};
