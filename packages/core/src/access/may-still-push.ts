import type { UploadSession } from '../model/uploads/upload-session.js';
import { decideRepositoryAccess } from '../model/permissions/decide-access.js';
import type { Queries } from '../ports/unit-of-work.js';

/** Whether who has opened the session may push now: what they have staged is registered for them no longer than a verify link would hold. */
export const mayStillPush = async (
  queries: Queries,
  { userId, repositoryId }: Pick<UploadSession, 'userId' | 'repositoryId'>,
): Promise<boolean> => {
  const user = await queries.users.find(userId);
  const access = await queries.access.ofRepository(userId, repositoryId);
  if (user?.status !== 'ACTIVE' || access === undefined) return false;
  return decideRepositoryAccess(access, { kind: 'session' }).held.has('repository.push');
};
