import { err, ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { findBlob } from '../../blob-store/find-blob.js';
import { type Conflict, conflict, type Unavailable } from '../../model/app-error.js';
import { objectKey, stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { demandUnreclaimed } from '../../steps/objects/demand-unreclaimed.js';
import { dropStaged } from '../../steps/objects/drop-staged.js';
import { doubtFinalKey } from '../../steps/integrity/doubt-final-key.js';
import { type PromotedStaged, promoteStaged } from '../../steps/objects/promote-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import type { OpenObject } from './multipart-object.js';

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Verifying;

/** Puts the parts together. That the store does not know of them is no answer yet: they may have been put together before. */
const finishParts = (
  ports: VerifyPorts,
  { session, object }: OpenObject,
  uploadId: string,
): ResultAsync<void, Conflict | Unavailable> =>
  (ports.blobs.parts?.(session.namespace) ?? okAsync(undefined)).andThen((uploads) => {
    if (uploads === undefined) return okAsync();
    return uploads
      .complete(stagingKey(session.namespace, session.id, object.oid), uploadId, object.sizeBytes)
      .orElse((fault): Result<void, Conflict | Unavailable> => {
        if (fault.kind === 'unavailable') return err(fault);
        if (fault.kind === 'blob_missing') return ok();
        return err(conflict(fault.actualBytes < object.sizeBytes ? 'not_uploaded' : 'size_mismatch'));
      });
  });

/** Parts that were put together are no more, so after wrong bytes, or none at all, the object's upload begins anew. */
const endParts = (
  ports: VerifyPorts,
  { session, object }: OpenObject,
  uploadId: string,
  problem: Conflict,
): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    const outcome = problem.reason === 'not_uploaded' ? 'lost' : 'refused';
    await records.uploads.endParts(session.id, object.oid, uploadId, outcome);
    return ok();
  });

/** Whether verified bytes of the object lie at its final key already, as far as is known. */
const isPromoted = (ports: VerifyPorts, { session, object }: OpenObject): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork
    .read((queries) => doubtFinalKey(queries, session.repositoryId, object.oid))
    .andThen((doubt) => (doubt === undefined ? hasSize(ports, { session, object }) : ok(false)));

const hasSize = (ports: VerifyPorts, { session, object }: OpenObject): ResultAsync<boolean, Unavailable> =>
  findBlob(ports, objectKey(session.namespace, object.oid)).map((found) => found?.sizeBytes === object.sizeBytes);

const verifyPartsOf = (
  ports: VerifyPorts,
  open: OpenObject,
  uploadId: string | undefined,
): ResultAsync<PromotedStaged, Conflict | Unavailable> =>
  safeTry(async function* () {
    const { session, object } = open;
    const promotedBefore = yield* await isPromoted(ports, open);
    if (promotedBefore) return ok({ isReplaced: false });
    // What the parts made up was looked through and refused, and nothing has been begun since.
    if (uploadId === undefined) return err(conflict('checksum_mismatch'));
    yield* await finishParts(ports, open, uploadId);
    const promoted = await promoteStaged(ports)(session, object.oid, object.sizeBytes);
    if (promoted.isOk() || promoted.error.kind === 'unavailable') return promoted;
    // Parts that come anew take the room of what was refused.
    if (promoted.error.reason !== 'not_uploaded') yield* await dropStaged(ports, session, object);
    yield* await endParts(ports, open, uploadId, promoted.error);
    return promoted;
  });

/**
 * Verifies what was uploaded of an object and moves it to its final key. Each step may be done again after a crash: parts that are together already, and
 * bytes that lie at the final key, are passed over.
 */
export const verifyUpload = async (
  ports: VerifyPorts,
  open: OpenObject,
): Promise<Result<PromotedStaged, Conflict | Unavailable>> => {
  const { session, object } = open;
  const isLeft = await demandUnreclaimed(ports, session.repositoryId, object.oid);
  if (isLeft.isErr()) return err(isLeft.error);
  if (object.parts !== undefined) return verifyPartsOf(ports, open, object.parts.uploadId);
  return promoteStaged(ports)(session, object.oid, object.sizeBytes);
};
