import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { type Conflict, conflict, type Unavailable } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { objectKey, type Oid, stagingKey } from '../../model/values/index.js';
import type { BlobChecksumMismatch, BlobMissing, BlobSizeMismatch } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { type Doubt, doubtFinalKey } from '../integrity/doubt-final-key.js';
import { type Promoted, problemOfTurn, type Verifying } from '../verification/verifications.js';
import { mayHaveMoved } from './may-have-moved.js';
import { isOfWrongBytes, promoteNoted } from './promote-noted.js';

/** What was looked through and is wrong is not looked through again, unless it is sent or asked for anew. */
const noteRefused = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  session: UploadSession,
  object: ObjectRequest,
  refusal: BlobSizeMismatch | BlobChecksumMismatch,
): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ uploads }): Promise<Result<void, never>> => {
    await uploads.refuseObject(session.id, object, 'version' in refusal ? refusal.version : undefined);
    return ok();
  });

const problemOf = (fault: BlobMissing | BlobSizeMismatch | BlobChecksumMismatch | Unavailable): Conflict | Unavailable => {
  switch (fault.kind) {
    case 'blob_missing':
      return conflict('not_uploaded');
    case 'blob_size_mismatch':
      return conflict('size_mismatch');
    case 'blob_checksum_mismatch':
      return conflict('checksum_mismatch');
    case 'unavailable':
      return fault;
  }
};

export interface PromotedStaged {
  /** Whether the object was noted as damaged, so that these bytes took the place of what lay there. */
  readonly isReplaced: boolean;
}

/**
 * The one way by which bytes reach a final key: what a session has staged is moved there once its length and SHA-256 are verified, when it is the organization's turn.
 * The signal gives that up, unless its turn has come.
 * It comes before the database learns of the object, so a crash in between leaves an invisible blob and never a missing one.
 */
export const promoteStaged =
  ({ unitOfWork, blobs, verifications }: Pick<Ports, 'unitOfWork' | 'blobs'> & Verifying) =>
  (
    session: UploadSession,
    oid: Oid,
    sizeBytes: number,
    signal?: AbortSignal,
  ): ResultAsync<PromotedStaged, Conflict | Unavailable> => {
    const from = stagingKey(session.namespace, session.id, oid);
    const to = objectKey(session.namespace, oid);
    const promote = (replaces: boolean) => blobs.promote(from, to, { sizeBytes, oid, ...(replaces && { replaces }) });
    const promoteUnread = async (): Promise<Promoted> => {
      const promoted = await promoteNoted({ unitOfWork, blobs }, session, { oid, sizeBytes }, () => promote(true));
      if (promoted.isOk() || promoted.error.kind !== 'blob_missing') return promoted;
      // An earlier try may have moved them, and have ended before the object was registered.
      const isMoved = await unitOfWork.read((queries) => mayHaveMoved(queries, session, oid));
      if (isMoved.isErr()) return err(isMoved.error);
      return isMoved.value ? promote(false) : promoted;
    };
    const promoteDoubting = async (doubt: Doubt | undefined): Promise<Promoted> =>
      doubt === 'unread' ? promoteUnread() : promote(doubt !== undefined);
    const promoteInTurn = (doubt: Doubt | undefined): ResultAsync<PromotedStaged, Conflict | Unavailable> =>
      ResultAsync.fromPromise(
        verifications.promote(session, { key: from, sizeBytes }, () => promoteDoubting(doubt), signal),
        problemOfTurn,
      )
        .andThen((result) => result)
        .orElse((fault) =>
          session.kind === 'lfs' && isOfWrongBytes(fault)
            ? noteRefused({ unitOfWork }, session, { oid, sizeBytes }, fault).andThen(() => err(fault))
            : err(fault),
        )
        .mapErr(problemOf)
        .map(() => ({ isReplaced: doubt === 'damaged' }));
    return unitOfWork.read((queries) => doubtFinalKey(queries, session.repositoryId, oid)).andThen(promoteInTurn);
  };
