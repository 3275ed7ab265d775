import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { VerifyLink } from '../../access/grant.js';
import { judgeVerifyLink } from '../../access/lock-granted.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import { plans } from '../../model/quotas/plan.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { releaseReservation } from '../../steps/accounting/release-reservation.js';
import { dropStaged } from '../../steps/objects/drop-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { verifyAndRegister } from './verify-and-register.js';

type Problem = Conflict | Forbidden | NotFound | QuotaExceeded;

/** `register`: verify and register it. `release`: the repository has it already, and the session still reserves bytes for it. */
type Step =
  | { readonly step: 'register' | 'release'; readonly session: UploadSession; readonly pending: UploadObject }
  | { readonly step: 'done' };

const gather = async (queries: Queries, link: VerifyLink, object: ObjectRequest): Promise<Result<Step, Problem>> => {
  const { repositoryId } = link.repository;
  const storedBytes = (await queries.objects.findSizes(repositoryId, [object.oid])).get(object.oid);
  if (storedBytes !== undefined && storedBytes !== object.sizeBytes) return err(conflict('size_mismatch'));
  const session = await queries.uploads.find(repositoryId, link.sessionId);
  if (session?.kind !== 'lfs') return storedBytes === undefined ? err(notFound) : ok({ step: 'done' });
  const pending = await queries.uploads.findObject(session.id, object.oid);
  if (pending === undefined) return storedBytes === undefined ? err(notFound) : ok({ step: 'done' });
  if (storedBytes !== undefined) return ok(pending.reservedBytes > 0 ? { step: 'release', session, pending } : { step: 'done' });
  return pending.sizeBytes === object.sizeBytes ? ok({ step: 'register', session, pending }) : err(conflict('size_mismatch'));
};

/** The repository has the object already, so neither what this session has staged of it is needed, nor what it holds back. */
const release = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  link: VerifyLink,
  session: UploadSession,
  object: UploadObject,
): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
  dropStaged(ports, session, object).andThen(() =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound | Forbidden>> => {
      const judged = await judgeVerifyLink(records, link);
      if (judged.isErr()) return err(judged.error);
      const current = await records.uploads.lock(session.repositoryId, session.id);
      if (current === undefined) return ok();
      await releaseReservation(records, current, await records.uploads.takeReservation(session.id, object.oid));
      return ok();
    }),
  );

/** A client that asks to verify what it never sent is told that the object is not there, as the protocol has it. */
const asLfs = <E extends { readonly kind: string }>(error: E | Conflict): E | Conflict | NotFound =>
  'reason' in error && error.reason === 'not_uploaded' ? notFound : error;

export const verifyLfsObject =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Verifying) =>
  (link: VerifyLink, object: ObjectRequest, signal?: AbortSignal): ResultAsync<void, Problem | Unavailable> =>
    safeTry(async function* () {
      const decided = yield* await ports.unitOfWork.read((queries) => gather(queries, link, object)).andThen((result) => result);
      if (decided.step === 'done') return ok(undefined);
      if (decided.step === 'release') return release(ports, link, decided.session, decided.pending);
      const { organizationId, repositoryId, planId } = link.repository;
      const trace = auditEvent(link.caller, organizationId, 'repository.push', repositoryId, ports.clock.now());
      const judge = (records: Records) => judgeVerifyLink(records, link);
      return verifyAndRegister(ports)(decided.session, plans[planId], decided.pending, trace, { judge, signal }).mapErr(asLfs);
    });
