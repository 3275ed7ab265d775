import { invariant } from '../../model/app-error.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { folderMode, type FolderTotals, type PathEntry } from '../../model/git-index/path-entry.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import type { ObjectQueries } from '../../ports/records/object-records.js';
import type { History } from './open-history.js';
import { showCommits } from './show-commits.js';

export interface FoundPath {
  readonly path: GitPath;
  readonly entry: PathEntry;
  /** Of a folder. */
  readonly totals: FolderTotals | undefined;
}

/** Paths with what git calls them, what the service has of them, and the commits that changed them last. */
export const showPaths = async (
  history: History,
  objects: Pick<ObjectQueries, 'findSizes'>,
  found: readonly FoundPath[],
): Promise<readonly ShownPath[]> => {
  const { queries, repositoryId } = history;
  const numbers = [...new Set(found.map(({ entry }) => entry.object))];
  const gitObjects = await queries.findObjectsByNumber(repositoryId, numbers);
  const oids = [...gitObjects.values()].flatMap(({ lfs }) => lfs?.oid ?? []);
  const stored = await objects.findSizes(repositoryId, [...new Set(oids)]);
  const commits = await showCommits(
    history,
    found.map(({ entry }) => entry.changedIn),
  );
  return found.map(({ path, entry, totals }) => {
    const object = gitObjects.get(entry.object);
    const lastCommit = commits.get(entry.changedIn);
    invariant(object !== undefined && lastCommit !== undefined, 'a path names an object and a commit of the index');
    const oid = object.lfs?.oid;
    const isFolder = entry.mode === folderMode;
    return {
      path,
      mode: entry.mode,
      id: object.id,
      sizeBytes: isFolder && totals !== undefined ? totals.sizeBytes : entry.sizeBytes,
      files: isFolder ? totals?.files : undefined,
      oid,
      isLfs: object.lfs !== undefined,
      isStored: oid !== undefined && stored.has(oid),
      lastCommit,
    };
  });
};
