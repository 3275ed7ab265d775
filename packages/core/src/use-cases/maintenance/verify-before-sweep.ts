import { ok, okAsync, type ResultAsync } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';
import { forEachArrived } from '../../steps/objects/find-arrived.js';
import { verifyStaged } from '../../steps/objects/verify-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';

/**
 * Registers what an LFS session has brought and nobody has asked to verify, for its sender was told that it has come. Answers whether the rest may be removed:
 * not while its organization's verifications have used up their hour, nor when the lease is lost.
 */
export const verifyBeforeSweep = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Verifying,
  renewLease: Lease,
  session: UploadSession,
): ResultAsync<boolean, Unavailable> => {
  if (session.kind !== 'lfs') return okAsync(true);
  const { repositoryId, id: sessionId } = session;
  return forEachArrived(ports, session, { refusedToo: true, movedToo: true }, ({ oid }) =>
    verifyStaged(ports)({ repositoryId, sessionId, oid }).andThen((fate) => (fate === 'put_off' ? ok(false) : renewLease())),
  );
};
