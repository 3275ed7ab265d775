import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Aborts an open session. What it has staged, and may still bring, counts as reclaimable until it is swept. False when it was not open any more. */
export const endSession = async (records: Records, session: UploadSession, now: Instant): Promise<boolean> => {
  if (!(await records.uploads.abort(session.id, now))) return false;
  await records.usage.keep(session.organizationId, await records.uploads.heldBySession(session.id));
  return true;
};
