import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Conflict, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Plan } from '../../model/quotas/plan.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';
import { releaseReservation } from '../accounting/release-reservation.js';
import type { Verifying } from '../verification/verifications.js';
import { dropStaged } from './drop-staged.js';
import { type VerifyFor, verifyAndRegister } from './verify-and-register.js';

/** `register`: verify and register it. `release`: the repository has it already, and the session still reserves bytes for it. */
export interface StagedStep {
  readonly step: 'register' | 'release';
  readonly session: UploadSession;
  readonly pending: UploadObject;
  readonly plan: Plan;
}

/** The repository has the object already, so neither what this session has staged of it is needed, nor what it holds back. */
const release = <E>(
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { session, pending }: StagedStep,
  { judge }: VerifyFor<E>,
): ResultAsync<void, E | Unavailable> =>
  dropStaged(ports, session, pending).andThen(() =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, E>> => {
      const judged = await judge?.(records);
      if (judged?.isErr() === true) return err(judged.error);
      const current = await records.uploads.lock(session.repositoryId, session.id);
      if (current === undefined) return ok();
      await releaseReservation(records, current, await records.uploads.takeReservation(session.id, pending.oid));
      return ok();
    }),
  );

/** What becomes of one staged object of an LFS session, whether its client has it verified or nobody asks. Safe to run at the same time. */
export const settleStaged =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Verifying) =>
  <E = never>(step: StagedStep, on: VerifyFor<E>): ResultAsync<void, E | Conflict | NotFound | QuotaExceeded | Unavailable> => {
    const { session, pending, plan } = step;
    return step.step === 'release' ? release(ports, step, on) : verifyAndRegister(ports)(session, plan, pending, on);
  };
