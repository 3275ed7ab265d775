import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { type Conflict, type NotFound, notFound, type Unavailable } from '../app-error.js';
import { typeOfStored } from '../artifacts/read-head.js';
import type { AuditEvent } from '../audit/audit-event.js';
import { registerObjects, type VerifiedObject } from '../objects/register-objects.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';
import type { UploadSession } from '../uploads/upload-session.js';
import { uploadOf } from '../usage/upload-of.js';
import { type Instant, objectKey } from '../values/index.js';
import type { ObjectRequest } from '../objects/object-request.js';
import { promoteStaged } from '../verify/promote-staged.js';

type Problem = Conflict | NotFound;

/** The audit event of a push; its moment is set when it is written. */
export type PushTrace = Omit<AuditEvent, 'at'>;

const register = async (
  records: Records,
  session: UploadSession,
  object: VerifiedObject,
  trace: PushTrace,
  at: Instant,
): Promise<Result<void, NotFound>> => {
  if (!(await records.uploads.completeObject(session.id, object.oid, at))) {
    const stored = await records.objects.findSizes(session.repositoryId, [object.oid]);
    return stored.has(object.oid) ? ok(undefined) : err(notFound);
  }
  await records.usage.release(session.organizationId, await records.uploads.takeReservation(session.id, object.oid));
  // One push of many objects is one line of the audit log, not hundreds that push everything else out of it.
  const current = await records.uploads.find(session.repositoryId, session.id);
  if (current?.uploadedObjects === 1) await records.audit.append({ ...trace, at });
  // Giving back has waited for the rivals in the organization, so an object that another session has registered meanwhile is seen here.
  const registeredMeanwhile = await records.objects.findSizes(session.repositoryId, [object.oid]);
  if (registeredMeanwhile.has(object.oid)) return ok(undefined);
  const registered = await registerObjects(records, session, [object], session.userId, 'lfs.verified', at);
  if (registered.isErr()) return err(registered.error);
  await records.usage.countUpload(uploadOf(session, object.sizeBytes, at));
  return ok(undefined);
};

/**
 * Proves one staged object of an LFS session and makes it visible to every path. Safe to run any number of times, at the same time too:
 * one run registers, all others find it registered.
 */
export const settleLfsObject =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>) =>
  (session: UploadSession, object: ObjectRequest, trace: PushTrace): ResultAsync<void, Problem | Unavailable> =>
    promoteStaged(ports)(session, object.oid, object.sizeBytes)
      .andThen(() => ResultAsync.fromSafePromise(typeOfStored(ports, objectKey(session.namespace, object.oid), object)))
      .andThen((type) =>
        ports.unitOfWork.transact((records) => register(records, session, { ...object, type }, trace, ports.clock.now())),
      );
