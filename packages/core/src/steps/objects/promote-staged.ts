import { ResultAsync } from 'neverthrow';
import { type Conflict, conflict, type Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { objectKey, type Oid, stagingKey } from '../../model/values/index.js';
import type { BlobChecksumMismatch, BlobMissing, BlobSizeMismatch } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { problemOfTurn, type Verifying } from '../verification/verifications.js';

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

/**
 * The one way by which bytes reach a final key: what a session has staged is moved there once its length and SHA-256 are verified, when it is the organization's turn.
 * The signal gives that up, unless its turn has come.
 * It comes before the database learns of the object, so a crash in between leaves an invisible blob and never a missing one.
 */
export const promoteStaged =
  ({ blobs, verifications }: Pick<Ports, 'blobs'> & Verifying) =>
  (session: UploadSession, oid: Oid, sizeBytes: number, signal?: AbortSignal): ResultAsync<void, Conflict | Unavailable> => {
    const from = stagingKey(session.namespace, session.id, oid);
    const to = objectKey(session.namespace, oid);
    const promote = async () => blobs.promote(from, to, { sizeBytes, oid });
    const promoted = verifications.promote(session, { key: from, sizeBytes }, promote, signal);
    return ResultAsync.fromPromise(promoted, problemOfTurn).andThen((result) => result.mapErr(problemOf));
  };
