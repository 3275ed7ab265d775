import { errAsync, ok, okAsync, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryFacts } from '../../access/grant.js';
import { judgePusher, mayStillPush } from '../../access/may-still-push.js';
import { findBlob } from '../../blob-store/find-blob.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
  unavailable,
} from '../../model/app-error.js';
import { type PlanId, plans } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs } from '../../model/uploads/upload-session.js';
import {
  type Instant,
  objectKey,
  type Oid,
  type RepositoryId,
  stagingKey,
  type UploadSessionId,
} from '../../model/values/index.js';
import type { BlobFacts } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import type { PendingUpload } from '../../ports/records/upload-records.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { doubtFinalKey } from '../../steps/integrity/doubt-final-key.js';
import { listStaged } from '../../steps/objects/find-arrived.js';
import { verifyAndRegister } from '../../steps/objects/verify-and-register.js';
import type { Verifying } from '../../steps/verification/verifications.js';

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Verifying;

type Pending = readonly PendingUpload[];

/** What may be stored as far as anybody knows: staged bytes that cannot be verified now. */
export interface Undecided {
  readonly oids: ReadonlySet<Oid>;
  readonly fault: Unavailable;
}

const undecidedOf = (pending: Pending, fault: Unavailable): Undecided => ({
  oids: new Set(pending.map(({ object }) => object.oid)),
  fault,
});

const findPending = async (
  queries: Queries,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
  now: Instant,
): Promise<Pending> => {
  const pending = await queries.uploads.findPendingLfs(repositoryId, oids, now - lfsStagingGraceMs);
  const allowed = new Map<UploadSessionId, boolean>();
  for (const { session } of pending) {
    if (!allowed.has(session.id)) allowed.set(session.id, await mayStillPush(queries, session));
  }
  return pending.filter(({ session }) => allowed.get(session.id));
};

/** Whether these are the bytes that were looked through in vain, or others that have not the length. */
const isKnownWrong = ({ object, refused }: PendingUpload, { sizeBytes, version }: BlobFacts): boolean =>
  refused !== undefined && (sizeBytes !== object.sizeBytes || (version !== undefined && version === refused.version));

/** So many are looked for one by one; for more it is cheaper to ask the store for all that their sessions have staged. So is it where none is verified now. */
const fewPending = 100;

/** Those of the objects that may lie in storage. Of many those are left to the job that were moved to their final keys and not registered. */
const whereStaged = (ports: VerifyPorts, pending: Pending): ResultAsync<Pending, Unavailable> =>
  safeTry(async function* () {
    const isAnySpent = pending.some(({ session }) => ports.verifications.isSpent(session.organizationId));
    if (pending.length <= fewPending && !isAnySpent) return ok(pending);
    const sessions = new Map(pending.map(({ session }) => [session.id, session]));
    const staged = new Map<UploadSessionId, ReadonlyMap<Oid, BlobFacts>>();
    for (const session of sessions.values()) staged.set(session.id, yield* await listStaged(ports, session));
    return ok(
      pending.filter((each) => {
        const found = staged.get(each.session.id)?.get(each.object.oid);
        return found !== undefined && !isKnownWrong(each, found);
      }),
    );
  });

/** What an organization asks for that has used up its hour is for the background. */
const spentHour = unavailable('verification', 60);

/** Whether bytes of the object that were verified lie at its final key: an upload session brings them there before it is finalized. */
const isMoved = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { session, object }: PendingUpload,
): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork
    .read((queries) => doubtFinalKey(queries, session.repositoryId, object.oid))
    .andThen((doubt) =>
      doubt === undefined
        ? findBlob(ports, objectKey(session.namespace, object.oid)).map((moved) => moved !== undefined)
        : ok(false),
    );

/** Whether all that lies here of an object that was refused is what it was refused for. */
const isStillWrong = (ports: Pick<Ports, 'unitOfWork' | 'blobs'>, pending: PendingUpload): ResultAsync<boolean, Unavailable> => {
  const { session, object, refused } = pending;
  if (refused === undefined) return okAsync(false);
  return findBlob(ports, stagingKey(session.namespace, session.id, object.oid)).andThen((staged) =>
    staged !== undefined && isKnownWrong(pending, staged) ? isMoved(ports, pending).map((moved) => !moved) : ok(false),
  );
};

const verifyOne = (
  ports: VerifyPorts,
  planId: PlanId,
  pending: PendingUpload,
  signal: AbortSignal | undefined,
): ResultAsync<void, Conflict | Forbidden | NotFound | QuotaExceeded | Unavailable> => {
  const { session, object } = pending;
  const verify = verifyAndRegister(ports);
  return isStillWrong(ports, pending).andThen((isWrong) => {
    if (isWrong) return errAsync(conflict('checksum_mismatch'));
    if (ports.verifications.isSpent(session.organizationId)) return errAsync(spentHour);
    return verify(session, plans[planId], object, { judge: judgePusher(session), signal });
  });
};

/** After so many in a row that the store does not answer for it is asked for no more. */
const maxFaultsInRow = 2;

/**
 * Not every client calls verify. An object that one of them has staged is verified here, before anybody could be told that it is there;
 * what fails verification stays missing, and so do bytes that have failed it before. Answers what stays open: where a store does not answer, or the hour is used up.
 */
export const verifyPending = (
  ports: VerifyPorts,
  { repositoryId, planId }: RepositoryFacts,
  oids: readonly Oid[],
  signal: AbortSignal | undefined,
): ResultAsync<Undecided | undefined, Unavailable> =>
  safeTry(async function* () {
    const pending = yield* await ports.unitOfWork.read((queries) => findPending(queries, repositoryId, oids, ports.clock.now()));
    const staged = await whereStaged(ports, pending);
    if (staged.isErr()) return ok(undecidedOf(pending, staged.error));
    const failed: PendingUpload[] = [];
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
