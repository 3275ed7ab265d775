import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import { type Conflict, type NotFound, notFound, type QuotaExceeded, type Unavailable } from '../../model/app-error.js';
import type { Plan } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs, type UploadObject, type UploadSession } from '../../model/uploads/upload-session.js';
import { type Instant, objectKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { releaseReservation } from '../accounting/release-reservation.js';
import { holdRoom } from '../accounting/hold-room.js';
import { uploadOf } from '../accounting/upload-of.js';
import { healWhole } from '../integrity/heal-whole.js';
import { demandUnreclaimed } from './demand-unreclaimed.js';
import { type PromotedStaged, promoteStaged } from './promote-staged.js';
import { sweepAgain } from './sweep-again.js';
import { typeOfStored } from './read-head.js';
import { registerObjects, type VerifiedObject } from './register-objects.js';
import type { Verifying } from '../verification/verifications.js';

type Problem = Conflict | NotFound | QuotaExceeded;

const register = (
  records: Records,
  session: UploadSession,
  object: VerifiedObject & PromotedStaged,
  endsAfter: Instant,
  at: Instant,
): ResultAsync<void, NotFound> =>
  safeTry(async function* () {
    if (!(await records.uploads.completeObject(session.id, object, endsAfter))) {
      const stored = await records.objects.findSizes(session.repositoryId, [object.oid]);
      return stored.has(object.oid) ? ok(undefined) : err(notFound);
    }
    const current = await records.uploads.find(session.repositoryId, session.id);
    if (current === undefined) return err(notFound);
    const heldBytes = await records.uploads.takeReservation(session.id, object.oid);
    if (heldBytes === 0) await records.usage.hold(session);
    else await releaseReservation(records, current, heldBytes);
    if (object.isReplaced) await healWhole(records, session, object.oid, 'lfs.verified', at);
    // Either has waited for the rivals in the organization, so an object that another session has registered meanwhile is seen here.
    const registeredMeanwhile = await records.objects.findSizes(session.repositoryId, [object.oid]);
    if (registeredMeanwhile.has(object.oid)) return ok(undefined);
    yield* await registerObjects(records, session, [object], session.userId, 'lfs.verified', at);
    await records.usage.countUpload(uploadOf(session, object.sizeBytes, at));
    return ok(undefined);
  });

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
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Verifying) =>
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
          .transact(async (records): Promise<Result<void, E | Problem>> => {
            const judged = await judge?.(records);
            if (judged?.isErr() === true) return err(judged.error);
            const now = ports.clock.now();
            return register(records, session, { ...object, ...verified }, untilSwept ? 0 : now - lfsStagingGraceMs, now);
          })
          .orElse(sweepAgain(ports, session)),
      );
