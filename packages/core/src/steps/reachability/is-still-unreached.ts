import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { Repository } from '../../model/repository.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { IndexCaches } from '../git-history/index-caches.js';
import { openHistory } from '../git-history/open-history.js';
import { isReached } from './is-reached.js';

/**
 * Whether what the service has removed by itself may go for good: its repository wants that still, and somebody has said since which refs there are, none of
 * which reaches it. The index stays as it is until the transaction ends.
 */
export const isStillUnreached = async (
  { gitIndex }: Pick<Records, 'gitIndex'>,
  indexCaches: IndexCaches,
  { id, reclaimUnreachableAfterDays }: Pick<Repository, 'id' | 'reclaimUnreachableAfterDays'>,
  { object, removedAt }: QuarantinedObject,
): Promise<boolean> => {
  if (reclaimUnreachableAfterDays === undefined) return false;
  const index = await gitIndex.lock(id);
  if (index?.complete === undefined || index.complete.at <= removedAt) return false;
  const history = await openHistory(gitIndex, id, indexCaches);
  return history.isOk() && !(await isReached(history.value, object.oid));
};
