import { isActivityDue } from '../../model/uploads/idle-session.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Notes that something is done in the session now, unless that was noted a moment ago. */
export const noteActivity = async (
  { uploads }: Records,
  session: Pick<UploadSession, 'id' | 'activeAt'>,
  now: Instant,
): Promise<void> => {
  if (isActivityDue(session, now)) await uploads.touch(session.id, now);
};
