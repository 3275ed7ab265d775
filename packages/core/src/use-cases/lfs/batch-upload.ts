import { ok, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { regrantNow, withLockedRepository } from '../../access/lock-granted.js';
import { signVerifyToken } from '../../access/verify-token.js';
import { mapInSlices } from '../../concurrency/map-in-slices.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import {
  type BadRequest,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { distinctRequests, type ObjectRequest } from '../../model/objects/object-request.js';
import { maxSmallBytes, smallOnesOfMany } from '../../model/objects/small-objects.js';
import { exceedsObjectSize } from '../../model/quotas/object-size-limit.js';
import { plans } from '../../model/quotas/plan.js';
import { signedUrlLifetimeSeconds } from '../../model/uploads/upload-session.js';
import { type Instant, type Oid, SECOND_MS, stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import type { BatchTransfer, UploadBatch, UploadEntry } from './batch-entry.js';
import { admitToLfsSession, type LfsAdmission, readyLfsSession } from './lfs-session.js';
import { createPushTraces, type PushTraces } from './push-trace.js';

type Push = RepositoryGrant<'repository.push'>;
type Problem = BadRequest | NotFound | Forbidden | QuotaExceeded | Unavailable;
type BatchPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'settings'>;

interface FoundObjects {
  /** Of the objects that the repository has. */
  readonly sizes: ReadonlyMap<Oid, number>;
  /** Those of them that are sent again. */
  readonly damaged: ReadonlySet<Oid>;
}

const findObjects = async (queries: Queries, { repository }: Push, oids: readonly Oid[]): Promise<FoundObjects> => {
  const sizes = await queries.objects.findSizes(repository.repositoryId, oids);
  return { sizes, damaged: await findDamaged(queries, repository.repositoryId, [...sizes.keys()]) };
};

const entryWithoutUpload =
  (grant: Push, { sizes, damaged }: FoundObjects, transfer: BatchTransfer, maxSinglePutBytes: number | undefined) =>
  ({ oid, sizeBytes }: ObjectRequest): UploadEntry | undefined => {
    const storedBytes = sizes.get(oid);
    if (storedBytes === sizeBytes && !damaged.has(oid)) return { kind: 'stored', oid, sizeBytes };
    if (storedBytes !== undefined && storedBytes !== sizeBytes)
      return { kind: 'refused', oid, sizeBytes, error: conflict('size_mismatch') };
    // What is damaged is nothing new, and may come again on whatever plan.
    const error = storedBytes === undefined ? exceedsObjectSize(plans[grant.repository.planId], sizeBytes) : undefined;
    if (error !== undefined) return { kind: 'refused', oid, sizeBytes, error };
    if (transfer === 'svc') return { kind: 'tree', oid, sizeBytes };
    if (maxSinglePutBytes === undefined || sizeBytes <= maxSinglePutBytes) return undefined;
    return { kind: 'above_single_put', oid, sizeBytes, maxSinglePutBytes };
  };

/** Entries for the objects that need no upload URL or cannot have one, in order; undefined for those that need one. */
const entriesWithoutUpload = (
  objects: readonly ObjectRequest[],
  entryOf: (object: ObjectRequest) => UploadEntry | undefined,
): readonly (UploadEntry | undefined)[] => {
  const entries = objects.map(entryOf);
  const trees = entries.filter((entry) => entry?.kind === 'tree');
  const goesWhole = smallOnesOfMany(trees, maxSmallBytes);
  return entries.map((entry) => (entry?.kind === 'tree' && goesWhole(entry) ? undefined : entry));
};

const sessionFor = (
  ports: BatchPorts,
  grant: Push,
  needed: readonly ObjectRequest[],
  traces: PushTraces,
  now: Instant,
): ResultAsync<LfsAdmission, Problem> =>
  safeTry(async function* () {
    const ready = yield* await ports.unitOfWork.read((queries) => readyLfsSession(queries, grant, needed, traces, now));
    // Nothing is written then, but the URLs that are told let the caller write.
    if (ready !== undefined) return regrantNow(ports, grant).map(() => ({ session: ready, contradicting: [] }));
    return withLockedRepository(ports, grant, (records, granted) => admitToLfsSession(ports, records, granted, needed, now));
  });

export const batchUpload = (ports: BatchPorts) => {
  const traces = createPushTraces();
  return (
    grant: Push,
    requested: readonly ObjectRequest[],
    transfer: BatchTransfer = 'basic',
  ): ResultAsync<UploadBatch, Problem> =>
    safeTry(async function* () {
      const now = ports.clock.now();
      const objects = yield* distinctRequests(requested);
      const oids = objects.map((object) => object.oid);
      const found = yield* await ports.unitOfWork.read((queries) => findObjects(queries, grant, oids));
      const signer = yield* await ports.blobs.signer(grant.repository.namespace);
      const entryOf = entryWithoutUpload(grant, found, transfer, signer.maxSinglePutBytes);
      const decided = entriesWithoutUpload(objects, entryOf);
      const needed = objects.filter((_, at) => decided[at] === undefined);
      const lifetime = { expiresAt: now + signedUrlLifetimeSeconds * SECOND_MS, expiresInSeconds: signedUrlLifetimeSeconds };
      if (needed.length === 0) {
        const entries = decided.filter((entry) => entry !== undefined);
        return ok({ transfer, entries, verifyToken: undefined, ...lifetime });
      }
      const admitted = yield* await sessionFor(ports, grant, needed, traces, now);
      const { namespace, id } = admitted.session;
      const contradicting = new Set(admitted.contradicting.map(({ oid }) => oid));
      const entries = await mapInSlices(pauseOf(ports.clock), objects, ({ oid, sizeBytes }, at): UploadEntry => {
        const entry = decided[at];
        if (entry !== undefined) return entry;
        if (contradicting.has(oid)) return { kind: 'refused', oid, sizeBytes, error: conflict('size_mismatch') };
        const key = stagingKey(namespace, id, oid);
        return {
          kind: 'upload',
          oid,
          sizeBytes,
          request: signer.upload({ key, sizeBytes, oid, canSendHeaders: true, expiresAt: lifetime.expiresAt }),
        };
      });
      return ok({ transfer, entries, verifyToken: signVerifyToken(ports, grant, id), ...lifetime });
    });
};
