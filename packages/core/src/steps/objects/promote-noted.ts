import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { BlobChecksumMismatch, BlobSizeMismatch } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { Promoted } from '../verification/verifications.js';

/** Whether what was staged was looked at and is not the object. */
export const isOfWrongBytes = <E extends { readonly kind: string }>(
  fault: E | BlobSizeMismatch | BlobChecksumMismatch,
): fault is BlobSizeMismatch | BlobChecksumMismatch =>
  fault.kind === 'blob_size_mismatch' || fault.kind === 'blob_checksum_mismatch';

type NotePorts = Pick<Ports, 'unitOfWork' | 'blobs'>;

const change = ({ unitOfWork }: NotePorts, work: (records: Records) => Promise<void>): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await work(records);
    return ok();
  });

/**
 * Promotes what a session has staged of a removed object, and notes that it was sent in this session. A try that comes later, when nothing is staged any more, then knows
 * whose bytes lie at the final key.
 *
 * The client of an upload session sends them again where a crash has come between the two, so the note comes after the move. One of Git LFS may never ask what has
 * become of its bytes: its note comes first, and goes when the bytes are wrong. What such a session has staged stays there until it is moved.
 */
export const promoteNoted = async (
  ports: NotePorts,
  { id, kind, namespace, repositoryId }: UploadSession,
  { oid, sizeBytes }: ObjectRequest,
  promote: () => PromiseLike<Promoted>,
): Promise<Promoted> => {
  const note = () => change(ports, ({ quarantine }) => quarantine.noteResentIn(repositoryId, oid, id));
  if (kind === 'session') {
    const promoted = await promote();
    return promoted.isOk() ? note() : promoted;
  }
  const staged = await ports.blobs.head(stagingKey(namespace, id, oid));
  if (staged.isErr()) return err(staged.error);
  if (staged.value.sizeBytes !== sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes: staged.value.sizeBytes });
  const noted = await note();
  if (noted.isErr()) return err(noted.error);
  const promoted = await promote();
  if (promoted.isOk() || !isOfWrongBytes(promoted.error)) return promoted;
  const forgotten = await change(ports, ({ quarantine }) => quarantine.forgetResentIn(repositoryId, oid, id));
  return forgotten.isErr() ? err(forgotten.error) : promoted;
};
