import { invariant } from '../../model/app-error.js';
import { oidOfContent } from '../../model/git-index/git-index.js';
import { isOfBlob, type PathEntry } from '../../model/git-index/path-entry.js';
import type { ShownFile } from '../../model/git-index/shown-path.js';
import type { ObjectQueries } from '../../ports/records/object-records.js';
import type { History } from './open-history.js';

export type StoredSizes = Pick<ObjectQueries, 'findSizes'>;

/** What entries of path trees are, each in the place of its entry. */
export const showFiles = async (
  { queries, repositoryId }: History,
  objects: StoredSizes,
  entries: readonly PathEntry[],
): Promise<readonly ShownFile[]> => {
  const numbers = [...new Set(entries.map(({ object }) => object))];
  const gitObjects = await queries.findObjectsByNumber(repositoryId, numbers);
  const oids = [...gitObjects.values()].flatMap((object) => oidOfContent(object) ?? []);
  const stored = await objects.findSizes(repositoryId, [...new Set(oids)]);
  return entries.map(({ mode, object, sizeBytes }) => {
    const found = gitObjects.get(object);
    invariant(found !== undefined, 'a path names an object of the index');
    const { id, lfs } = found;
    // A submodule is a commit elsewhere, and a folder a tree, whatever blob is described by the same id.
    if (!isOfBlob(mode)) return { mode, id, sizeBytes, oid: undefined, isLfs: false, isStored: false };
    const oid = oidOfContent(found);
    return { mode, id, sizeBytes, oid, isLfs: lfs !== undefined, isStored: oid !== undefined && stored.has(oid) };
  });
};
