import { err, errAsync, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryFacts, RepositoryGrant } from '../../access/grant.js';
import { judgePusher, mayStillPush } from '../../access/may-still-push.js';
import { mapInSlices } from '../../concurrency/map-in-slices.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import {
  absent,
  type BadRequest,
  type Conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
  unavailable,
} from '../../model/app-error.js';
import { distinctRequests, type ObjectRequest } from '../../model/objects/object-request.js';
import { smallOnesOfMany } from '../../model/objects/small-objects.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
import { type PlanId, plans } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs, signedUrlLifetimeSeconds } from '../../model/uploads/upload-session.js';
import { type Instant, type Oid, type RepositoryId, SECOND_MS, type UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { recordDownloads } from '../../steps/accounting/record-downloads.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { listStaged } from '../../steps/objects/find-arrived.js';
import { noteRefused } from '../../steps/objects/note-refused.js';
import { signObject } from '../../steps/objects/sign-object.js';
import { verifyAndRegister } from '../../steps/objects/verify-and-register.js';
import type { BatchTransfer, DownloadBatch, DownloadEntry } from './batch-entry.js';

type BatchPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'settings'> & Metered & Verifying;

/** What may be stored as far as anybody knows: staged bytes that cannot be verified now. */
interface Undecided {
  readonly oids: ReadonlySet<Oid>;
  readonly fault: Unavailable;
}

const undecidedOf = (pending: Pending, fault: Unavailable): Undecided => ({
  oids: new Set(pending.map(({ object }) => object.oid)),
  fault,
});

interface Stored {
  readonly objects: ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }>;
  /** Those of them that nobody can download. */
  readonly damaged: ReadonlySet<Oid>;
}

const storedOf = (ports: BatchPorts, repositoryId: RepositoryId, oids: readonly Oid[]): ResultAsync<Stored, Unavailable> =>
  ports.unitOfWork.read(async (queries) => {
    const objects = await queries.objects.findStored(repositoryId, oids);
    return { objects, damaged: await findDamaged(queries, repositoryId, [...objects.keys()]) };
  });

type Pending = Awaited<ReturnType<Queries['uploads']['findPendingLfs']>>;

const findPending = async (
  queries: Queries,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
  now: Instant,
): Promise<Pending> => {
  const found = await queries.uploads.findPendingLfs(repositoryId, oids, now - lfsStagingGraceMs);
  const pending = found.filter(({ isRefused }) => !isRefused);
  const allowed = new Map<UploadSessionId, boolean>();
  for (const { session } of pending) {
    if (!allowed.has(session.id)) allowed.set(session.id, await mayStillPush(queries, session));
  }
  return pending.filter(({ session }) => allowed.get(session.id));
};

/** So many are looked for one by one; for more it is cheaper to ask the store for all that their sessions have staged. So is it where none is verified now. */
const fewPending = 100;

/** Those of the objects that may lie in storage. Of many those are left to the job that were moved to their final keys and not registered. */
const whereStaged = (ports: BatchPorts, pending: Pending): ResultAsync<Pending, Unavailable> =>
  safeTry(async function* () {
    const isAnySpent = pending.some(({ session }) => ports.verifications.isSpent(session.organizationId));
    if (pending.length <= fewPending && !isAnySpent) return ok(pending);
    const sessions = new Map(pending.map(({ session }) => [session.id, session]));
    const staged = new Map<UploadSessionId, ReadonlyMap<Oid, number>>();
    for (const session of sessions.values()) staged.set(session.id, yield* await listStaged(ports, session));
    return ok(pending.filter(({ session, object }) => staged.get(session.id)?.has(object.oid)));
  });

/** What an organization asks for that has used up its hour is for the background. */
const spentHour = unavailable('verification', 60);

const verifyOne = (
  ports: BatchPorts,
  planId: PlanId,
  { session, object }: Pending[number],
  signal: AbortSignal | undefined,
): ResultAsync<void, Conflict | Forbidden | NotFound | QuotaExceeded | Unavailable> =>
  ports.verifications.isSpent(session.organizationId)
    ? errAsync(spentHour)
    : verifyAndRegister(ports)(session, plans[planId], object, { judge: judgePusher(session), signal }).orElse(
        noteRefused(ports, session, object),
      );

/** After so many in a row that the store does not answer for it is asked for no more. */
const maxFaultsInRow = 2;

/**
 * Not every client calls verify. An object that one of them has staged is verified here, before anybody could be told that it is there;
 * what fails verification stays missing, and so does what has failed it before. Answers what stays open: where a store does not answer, or the hour is used up.
 */
const verifyPending = (
  ports: BatchPorts,
  { repositoryId, planId }: RepositoryFacts,
  oids: readonly Oid[],
  signal: AbortSignal | undefined,
): ResultAsync<Undecided | undefined, Unavailable> =>
  safeTry(async function* () {
    const pending = yield* await ports.unitOfWork.read((queries) => findPending(queries, repositoryId, oids, ports.clock.now()));
    const staged = await whereStaged(ports, pending);
    if (staged.isErr()) return ok(undecidedOf(pending, staged.error));
    const failed: Pending[number][] = [];
    let fault: Unavailable | undefined;
    let faultsInRow = 0;
    for (const [at, each] of staged.value.entries()) {
      const outcome = await verifyOne(ports, planId, each, signal);
      const isOpen = outcome.isErr() && outcome.error.kind === 'unavailable';
      faultsInRow = isOpen ? faultsInRow + 1 : 0;
      if (!isOpen) continue;
      fault = outcome.error;
      failed.push(each);
      if (fault.part === 'database' || faultsInRow === maxFaultsInRow)
        return ok(undecidedOf([...failed, ...staged.value.slice(at + 1)], fault));
    }
    return ok(fault && undecidedOf(failed, fault));
  });

/** What is stored of the objects, after giving those that are staged but unverified their chance. */
const findStored = (
  ports: BatchPorts,
  repository: RepositoryFacts,
  oids: readonly Oid[],
  signal: AbortSignal | undefined,
): ResultAsync<Stored & { readonly undecided?: Undecided | undefined }, Unavailable> =>
  safeTry(async function* () {
    const { repositoryId } = repository;
    const stored = yield* await storedOf(ports, repositoryId, oids);
    const missing = oids.filter((oid) => !stored.objects.has(oid) || stored.damaged.has(oid));
    if (missing.length === 0) return ok(stored);
    const undecided = yield* await verifyPending(ports, repository, missing, signal);
    // Also what was not pending any more: somebody may have verified it since it was looked for.
    const found = yield* await storedOf(ports, repositoryId, oids);
    // One object that cannot be verified now holds up no other; where there is no other, the whole request is to come again.
    return undecided !== undefined && found.objects.size === 0 ? err(undecided.fault) : ok({ ...found, undecided });
  });

/** Why an object cannot be downloaded. A store that does not answer must not look like an object that is not there. */
const whyMissing = (oid: Oid, isDamaged: boolean, undecided: Undecided | undefined): NotFound | Unavailable => {
  if (undecided?.oids.has(oid)) return undecided.fault;
  return isDamaged ? absent('damaged') : notFound;
};

const isDownload = ({ kind }: DownloadEntry): boolean => kind === 'download';

export const batchDownload = (ports: BatchPorts) => {
  const sign = signObject(ports);
  return (
    grant: RepositoryGrant<'repository.pull'>,
    requested: readonly ObjectRequest[],
    transfer: BatchTransfer = 'basic',
    signal?: AbortSignal,
  ): ResultAsync<DownloadBatch, BadRequest | Unavailable> =>
    safeTry(async function* () {
      const objects = yield* distinctRequests(requested);
      const { namespace } = grant.repository;
      const oids = objects.map((object) => object.oid);
      const stored = yield* await findStored(ports, grant.repository, oids, signal);
      const signer = yield* await ports.blobs.signer(namespace);
      const now = ports.clock.now();
      const expiresAt = now + signedUrlLifetimeSeconds * SECOND_MS;
      const goesWhole = transfer === 'svc' ? smallOnesOfMany([...stored.objects.values()]) : () => true;
      const entries = await mapInSlices(pauseOf(ports.clock), objects, (object): DownloadEntry => {
        const { oid } = object;
        const found = stored.objects.get(oid);
        const isDamaged = stored.damaged.has(oid);
        if (found === undefined || isDamaged)
          return { kind: 'missing', ...object, error: whyMissing(oid, isDamaged, stored.undecided) };
        const { sizeBytes, layout } = found;
        if (!goesWhole(found)) return { kind: 'tree', oid, sizeBytes };
        return { kind: 'download', oid, sizeBytes, request: sign(signer, { namespace, oid, layout }, expiresAt) };
      });
      recordDownloads(ports.meter, grant.repository, entries.filter(isDownload), now);
      return ok({ transfer, entries, expiresAt, expiresInSeconds: signedUrlLifetimeSeconds });
    });
};
