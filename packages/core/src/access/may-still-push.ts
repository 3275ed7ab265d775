import { err, ok, type Result } from 'neverthrow';
import type { Forbidden } from '../model/app-error.js';
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

/** The same for the transaction that registers it. */
export const judgePusher =
  (session: Pick<UploadSession, 'userId' | 'repositoryId'>) =>
  async (queries: Queries): Promise<Result<void, Forbidden>> =>
    (await mayStillPush(queries, session)) ? ok() : err({ kind: 'forbidden', reason: 'credential_revoked' });
