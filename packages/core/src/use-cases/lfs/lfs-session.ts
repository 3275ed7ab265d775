import type { Result } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { QuotaExceeded } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { plans } from '../../model/quotas/plan.js';
import { nextLookAt, type UploadSession, uploadSessionLifetimeMs } from '../../model/uploads/upload-session.js';
import { DAY_MS, type Instant, MINUTE_MS, trusted, type UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { admitObjects } from '../../steps/objects/admit-objects.js';
import { type PushTraces, tracePush } from './push-trace.js';

type Push = RepositoryGrant<'repository.push'>;

/** For how long a session takes new objects. Then another one does, so that what its client left in it ends, however often its user pushes. */
const takesObjectsMs = DAY_MS;

const takesObjects = ({ createdAt }: UploadSession, now: Instant): boolean => now < createdAt + takesObjectsMs;

/**
 * A session with at least this much time left is not moved on, so that a repeated batch writes nothing. What it holds back is looked at an hour after it was
 * moved on, so a URL has most of that hour.
 */
const enoughTimeMs = uploadSessionLifetimeMs - 15 * MINUTE_MS;

/** The caller's LFS session when it has all of the objects, with these sizes and without a word about their names, time enough to upload them, and its line in the audit log. */
export const readyLfsSession = async (
  queries: Queries,
  grant: Push,
  objects: readonly ObjectRequest[],
  traces: PushTraces,
  now: Instant,
): Promise<UploadSession | undefined> => {
  const session = await queries.uploads.findOpenLfs(grant.repository.repositoryId, grant.caller.userId, now);
  if (session === undefined || !takesObjects(session, now) || session.expiresAt < now + enoughTimeMs) return undefined;
  // A name may be the first that comes with its object.
  if (objects.some(({ name }) => name !== undefined)) return undefined;
  const oids = objects.map((object) => object.oid);
  // What was refused is sent anew now, and awaited again.
  const sizes = await queries.uploads.findUnrefusedSizes(session.id, oids);
  if (!objects.every(({ oid, sizeBytes }) => sizes.get(oid) === sizeBytes)) return undefined;
  return (await traces.isTraced(queries, grant, session, now)) ? session : undefined;
};

const openOrExtend = async (
  ports: Pick<Ports, 'random'>,
  records: Records,
  grant: Push,
  now: Instant,
): Promise<UploadSession> => {
  const { repositoryId, organizationId, namespace } = grant.repository;
  const expiresAt = now + uploadSessionLifetimeMs;
  const found = await records.uploads.findOpenLfs(repositoryId, grant.caller.userId, now);
  if (found !== undefined) await records.uploads.lock(repositoryId, found.id);
  // Who looks at what an idle session holds back may have closed it meanwhile.
  const open = found && (await records.uploads.findOpenLfs(repositoryId, grant.caller.userId, now));
  if (open !== undefined && takesObjects(open, now)) {
    await records.uploads.extend(open.id, expiresAt);
    return { ...open, expiresAt };
  }
  const session: UploadSession = {
    id: trusted<UploadSessionId>(ports.random.uuid()),
    kind: 'lfs',
    repositoryId,
    organizationId,
    namespace,
    userId: grant.caller.userId,
    expectedObjects: undefined,
    uploadedObjects: 0,
    uploadedBytes: 0,
    status: 'OPEN',
    generation: undefined,
    createdAt: now,
    expiresAt,
    activeAt: now,
  };
  await records.uploads.add(session);
  return session;
};

/** Where objects were put, and those that could not, since it has them with another size. */
export interface LfsAdmission {
  readonly session: UploadSession;
  readonly contradicting: readonly ObjectRequest[];
}

/**
 * Puts the objects into the caller's LFS session, which is opened or moved on, reserves their bytes, and has the audit log tell of it. A step of a
 * transaction that holds the organization, so that two batches of one user at the same time find one session.
 */
export const admitToLfsSession = async (
  ports: Pick<Ports, 'clock' | 'random' | 'settings'>,
  records: Records,
  grant: Push,
  objects: readonly ObjectRequest[],
  now: Instant,
): Promise<Result<LfsAdmission, QuotaExceeded>> => {
  const { planId } = grant.repository;
  const session = await openOrExtend(ports, records, grant, now);
  const maxObjects = limitsOf(ports.settings).objectsPerSession;
  const admitted = await admitObjects(records, session, plans[planId], objects, { maxObjects, now, pause: pauseOf(ports.clock) });
  const oids = objects.map(({ oid }) => oid);
  await records.uploads.awaitRefused(session.id, oids);
  await records.uploads.setLfsDue(session.id, nextLookAt(session, now));
  await tracePush(records, grant, session, now);
  return admitted.map((contradicting) => ({ session, contradicting }));
};
