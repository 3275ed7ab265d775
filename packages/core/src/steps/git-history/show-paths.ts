import { invariant } from '../../model/app-error.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { FolderTotals, PathEntry } from '../../model/git-index/path-entry.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import type { History } from './open-history.js';
import { showCommits } from './show-commits.js';
import { showFiles, type StoredSizes } from './show-files.js';

export interface FoundPath {
  readonly path: GitPath;
  readonly entry: PathEntry;
  /** Of a folder; undefined of all else. */
  readonly totals: FolderTotals | undefined;
}

/** Paths with what git calls them, what the service has of them, and the commits that changed them last. */
export const showPaths = async (
  history: History,
  objects: StoredSizes,
  found: readonly FoundPath[],
): Promise<readonly ShownPath[]> => {
  const files = await showFiles(
    history,
    objects,
    found.map(({ entry }) => entry),
  );
  const commits = await showCommits(
    history,
    found.map(({ entry }) => entry.changedIn),
  );
  return found.map(({ path, entry, totals }, at) => {
    const file = files[at];
    const lastCommit = commits.get(entry.changedIn);
    invariant(file !== undefined && lastCommit !== undefined, 'a path names a commit of the index');
    return { ...file, path, sizeBytes: totals?.sizeBytes ?? file.sizeBytes, files: totals?.files, lastCommit };
  });
};
