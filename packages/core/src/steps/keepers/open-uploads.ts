import { storageModeOf } from '../../model/repository.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** Of what an LFS session has asked for and given up nothing comes any more, and neither does of what it has registered: it holds nothing back for it. */
export const mayRegister = ({ kind, namespace }: UploadSession, { state, reservedBytes }: UploadObject): boolean =>
  kind === 'session' || reservedBytes > 0 || (state === 'AUTHORIZED' && storageModeOf(namespace) === 'byos');

/** Most of them have registered it, where it is popular. */
const maxLookedAt = 1000;

/** The open sessions that may still register the object, at most `limit`. */
export const findOpenUploads = async (
  { uploads }: Pick<Queries, 'uploads'>,
  { repositoryId, oid, now }: { readonly repositoryId: RepositoryId; readonly oid: Oid; readonly now: Instant },
  limit: number,
): Promise<readonly UploadSession[]> => {
  const found: UploadSession[] = [];
  for (const session of await uploads.listWithObject(repositoryId, oid, now, maxLookedAt)) {
    if (found.length === limit) break;
    const object = await uploads.findObject(session.id, oid);
    if (object !== undefined && mayRegister(session, object)) found.push(session);
  }
  return found;
};
