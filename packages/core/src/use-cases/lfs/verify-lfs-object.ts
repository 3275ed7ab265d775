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
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { verifyAndRegister } from './verify-and-register.js';

type Problem = Conflict | Forbidden | NotFound | QuotaExceeded;

/** `register`: verify and register it. `release`: the repository has it already, and the session still reserves bytes for it. */
type Step = { readonly step: 'register' | 'release'; readonly session: UploadSession } | { readonly step: 'done' };

const gather = async (queries: Queries, link: VerifyLink, object: ObjectRequest): Promise<Result<Step, Problem>> => {
  const { repositoryId } = link.repository;
  const storedBytes = (await queries.objects.findSizes(repositoryId, [object.oid])).get(object.oid);
  if (storedBytes !== undefined && storedBytes !== object.sizeBytes) return err(conflict('size_mismatch'));
  const session = await queries.uploads.find(repositoryId, link.sessionId);
  if (session?.kind !== 'lfs') return storedBytes === undefined ? err(notFound) : ok({ step: 'done' });
  const pending = await queries.uploads.findObject(session.id, object.oid);
  if (storedBytes !== undefined) return ok((pending?.reservedBytes ?? 0) > 0 ? { step: 'release', session } : { step: 'done' });
  if (pending === undefined) return err(notFound);
  return pending.sizeBytes === object.sizeBytes ? ok({ step: 'register', session }) : err(conflict('size_mismatch'));
};

/** Somebody else has stored the object meanwhile, so the reservation of this session is not needed. */
const release = (
  ports: Pick<Ports, 'unitOfWork'>,
  link: VerifyLink,
  { id, organizationId }: UploadSession,
  oid: Oid,
): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound | Forbidden>> => {
    const judged = await judgeVerifyLink(records, link);
    if (judged.isErr()) return err(judged.error);
    await records.usage.release(organizationId, await records.uploads.takeReservation(id, oid));
    return ok(undefined);
  });

/** A client that asks to verify what it never sent is told that the object is not there, as the protocol has it. */
const asLfs = <E extends { readonly kind: string }>(error: E | Conflict): E | Conflict | NotFound =>
  'reason' in error && error.reason === 'not_uploaded' ? notFound : error;

export const verifyLfsObject =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Verifying) =>
  (link: VerifyLink, object: ObjectRequest, signal?: AbortSignal): ResultAsync<void, Problem | Unavailable> =>
    safeTry(async function* () {
      const decided = yield* await ports.unitOfWork.read((queries) => gather(queries, link, object)).andThen((result) => result);
      if (decided.step === 'done') return ok(undefined);
      if (decided.step === 'release') return release(ports, link, decided.session, object.oid);
      const { organizationId, repositoryId, planId } = link.repository;
      const trace = auditEvent(link.caller, organizationId, 'repository.push', repositoryId, ports.clock.now());
      const judge = (records: Records) => judgeVerifyLink(records, link);
      return verifyAndRegister(ports)(decided.session, plans[planId], object, trace, { judge, signal }).mapErr(asLfs);
    });
