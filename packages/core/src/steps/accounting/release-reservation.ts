import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Releases what an object of the session has held back: of one that is over, that has become reclaimable. The session is held, as it is now. */
export const releaseReservation = async (
  records: Records,
  { organizationId, status }: Pick<UploadSession, 'organizationId' | 'status'>,
  bytes: number,
): Promise<void> => {
  if (bytes === 0) return;
  if (status === 'OPEN') await records.usage.release(organizationId, bytes);
  else await records.usage.countReclaimable(organizationId, -bytes);
};
