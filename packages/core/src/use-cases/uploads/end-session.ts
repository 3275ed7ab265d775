import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Aborts an open session and gives back what it held; what it has staged is left to sweeping. False when it was not open any more. */
export const endSession = async (records: Records, session: UploadSession, now: Instant): Promise<boolean> => {
  if (!(await records.uploads.abort(session.id, now))) return false;
  await records.usage.release(session.organizationId, await records.uploads.takeReservations(session.id));
  return true;
};
