import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { type Conflict, type NotFound, notFound, type QuotaExceeded, type Unavailable } from '../../model/app-error.js';
import type { Plan } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs, type UploadObject, type UploadSession } from '../../model/uploads/upload-session.js';
import { type Instant, objectKey, type Oid } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { releaseReservation } from '../accounting/release-reservation.js';
import { holdRoom } from '../accounting/hold-room.js';
import { uploadOf } from '../accounting/upload-of.js';
import { healWhole } from '../integrity/heal-whole.js';
import { demandUnreclaimed } from './demand-unreclaimed.js';
import { type PromotedStaged, promoteStaged } from './promote-staged.js';
import { type ReclaimPorts, reclaimSlice } from './reclaim-slice.js';
import { sweepAgain } from './sweep-again.js';
import { typeOfStored } from './read-head.js';
import { registerObjects, type VerifiedObject } from './register-objects.js';
import type { Verifying } from '../verification/verifications.js';

type Problem = Conflict | NotFound | QuotaExceeded;

/** `in_chunks`: it came in chunks meanwhile, so nothing needs the bytes that were moved to its final key; they are held back still. */
type Outcome = 'registered' | 'in_chunks';

/** Whether nothing has the object's whole bytes in its books. */
const isInChunksAlone = async ({ objects, quarantine }: Records, { repositoryId }: UploadSession, oid: Oid): Promise<boolean> => {
  const stored = (await objects.findStored(repositoryId, [oid])).get(oid);
  return stored?.layout === 'chunks' && !(await quarantine.find(repositoryId, [oid])).has(oid);
};

/** The same as it was before its release. */
const holdAgain = async (records: Records, session: UploadSession, oid: Oid, bytes: number): Promise<void> => {
  const leftBytes = (await records.uploads.findObject(session.id, oid))?.reservedBytes ?? 0;
  if (!(await records.uploads.setReservation(session.id, oid, leftBytes, leftBytes + bytes))) return;
  await records.usage.reserve(session.organizationId, bytes, undefined);
  if (session.status !== 'OPEN') await records.usage.keep(session.organizationId, bytes);
};

const register = (
  records: Records,
  session: UploadSession,
  object: VerifiedObject & PromotedStaged,
  endsAfter: Instant,
  at: Instant,
): ResultAsync<Outcome, NotFound> =>
  safeTry(async function* () {
    if (!(await records.uploads.completeObject(session.id, object, endsAfter))) {
      const stored = await records.objects.findSizes(session.repositoryId, [object.oid]);
      return stored.has(object.oid) ? ok<Outcome>('registered') : err(notFound);
    }
    const current = await records.uploads.find(session.repositoryId, session.id);
    if (current === undefined) return err(notFound);
    const heldBytes = await records.uploads.takeReservation(session.id, object.oid);
    if (heldBytes === 0) await records.usage.hold(session);
    else await releaseReservation(records, current, heldBytes);
    if (object.isReplaced) await healWhole(records, session, object.oid, 'lfs.verified', at);
    // Either has waited for the rivals in the organization, so an object that another session has registered meanwhile is seen here.
    const registeredMeanwhile = await records.objects.findSizes(session.repositoryId, [object.oid]);
    if (registeredMeanwhile.has(object.oid)) {
      const isNeedless = heldBytes > 0 && (await isInChunksAlone(records, session, object.oid));
      if (isNeedless) await holdAgain(records, current, object.oid, heldBytes);
      return ok<Outcome>(isNeedless ? 'in_chunks' : 'registered');
    }
    yield* await registerObjects(records, session, [object], session.userId, 'lfs.verified', at);
    await records.usage.countUpload(uploadOf(session, object.sizeBytes, at));
    return ok<Outcome>('registered');
  });

/** Removes the bytes that nothing needs as the sweeper would. Where that fails it does, and until then they are held back. */
const removeMoved = (ports: ReclaimPorts, session: UploadSession, oid: Oid): ResultAsync<void, never> =>
  reclaimSlice(ports, session, [oid])
    .andThen((isGone) =>
      ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        const current = isGone ? await records.uploads.lock(session.repositoryId, session.id) : undefined;
        if (current !== undefined)
          await releaseReservation(records, current, await records.uploads.takeReservation(current.id, oid));
        return ok();
      }),
    )
    .orElse(() => ok());

/** On whose behalf something is verified, and until when that may be. */
export interface VerifyFor<E> {
  /** Whether it may still be registered for them; asked in the transaction that registers. */
  readonly judge?: (records: Records) => Promise<Result<void, E>>;
  /** Nobody waits any more: then nothing is promoted. */
  readonly signal?: AbortSignal | undefined;
  /** However long ago the session has ended, as long as it is not being swept; two days otherwise. */
  readonly untilSwept?: boolean;
}

/**
 * Verifies one staged object of an LFS session, which may have ended, and makes it visible to every path. Safe to run any number of times, at the same time too:
 * one run registers, all others find it registered.
 */
export const verifyAndRegister =
  (ports: ReclaimPorts & Verifying) =>
  <E = never>(
    session: UploadSession,
    plan: Plan,
    object: UploadObject,
    { judge, signal, untilSwept = false }: VerifyFor<E> = {},
  ): ResultAsync<void, E | Problem | Unavailable> =>
    holdRoom(ports, session, plan, object)
      .andThen(() => demandUnreclaimed(ports, session.repositoryId, object.oid))
      .andThen(() => promoteStaged(ports)(session, object.oid, object.sizeBytes, signal))
      .andThen((promoted) =>
        ResultAsync.fromSafePromise(typeOfStored(ports, objectKey(session.namespace, object.oid), object)).map((type) => ({
          ...promoted,
          type,
        })),
      )
      .andThen((verified) =>
        ports.unitOfWork
          .transact(async (records): Promise<Result<Outcome, E | Problem>> => {
            const judged = await judge?.(records);
            if (judged?.isErr() === true) return err(judged.error);
            const now = ports.clock.now();
            return register(records, session, { ...object, ...verified }, untilSwept ? 0 : now - lfsStagingGraceMs, now);
          })
          .orElse(sweepAgain(ports, session)),
      )
      .andThen((outcome) => (outcome === 'in_chunks' ? removeMoved(ports, session, object.oid) : ok()));
