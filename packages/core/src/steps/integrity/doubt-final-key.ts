import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { findDamaged } from './find-damaged.js';

/**
 * Why bytes at an object's final key are not taken for the object's. `damaged`: they were found to be others. `unread`: the object was removed, so nobody
 * reads them, and nobody would have found out what has become of them since.
 */
export type Doubt = 'damaged' | 'unread';

/** Undefined where nothing lies at the final key, as far as the records know, or what does is the object's. */
export const doubtFinalKey = async (
  queries: Pick<Queries | Records, 'damage' | 'quarantine'>,
  repositoryId: RepositoryId,
  oid: Oid,
): Promise<Doubt | undefined> => {
  if ((await findDamaged(queries, repositoryId, [oid])).has(oid)) return 'damaged';
  return (await queries.quarantine.find(repositoryId, [oid])).has(oid) ? 'unread' : undefined;
};
