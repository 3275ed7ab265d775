import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Oid } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { doubtFinalKey } from '../integrity/doubt-final-key.js';

/**
 * Whether what lies at the object's final key may be what the session has sent and is staged no more. Of a removed object only where it is noted that the session
 * has sent it since: nobody gets one back by its oid alone.
 */
export const mayHaveMoved = async (
  queries: Pick<Queries, 'damage' | 'quarantine'>,
  { id, repositoryId }: Pick<UploadSession, 'id' | 'repositoryId'>,
  oid: Oid,
): Promise<boolean> => {
  const doubt = await doubtFinalKey(queries, repositoryId, oid);
  return doubt === undefined || (doubt === 'unread' && (await queries.quarantine.isResentIn(repositoryId, oid, id)));
};
