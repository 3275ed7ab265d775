import { type Instant, manifestPath, type Oid, type RepositoryId } from '../../../model/values/index.js';
import type { Queries } from '../../../ports/unit-of-work.js';

/**
 * Those of the oids whose objects were removed, and whose manifests nobody has sent since: what lies there is of an earlier push, and nobody gets an object back by its
 * oid alone. Where the clock has gone back behind a removal nobody can tell, and the object is none of them, or it could not be pushed.
 */
export const findUnsent = async (
  { quarantine, tree }: Pick<Queries, 'quarantine' | 'tree'>,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
  now: Instant,
): Promise<ReadonlySet<Oid>> => {
  const unsent = new Set<Oid>();
  for (const [oid, { removedAt }] of await quarantine.find(repositoryId, oids)) {
    if (removedAt > now) continue;
    const manifest = await tree.findFile(repositoryId, manifestPath(oid));
    if (manifest === undefined || manifest.changedAt < removedAt) unsent.add(oid);
  }
  return unsent;
};
