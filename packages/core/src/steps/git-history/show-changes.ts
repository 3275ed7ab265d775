import type { ShownChange } from '../../model/git-index/shown-change.js';
import { statusOf } from './commit-changes.js';
import type { History } from './open-history.js';
import type { FoundChange } from './found-change.js';
import { showFiles, type StoredSizes } from './show-files.js';

/** Changes with what git calls the files before and after them, and what the service has of these. */
export const showChanges = async (
  history: History,
  objects: StoredSizes,
  changes: readonly FoundChange[],
): Promise<readonly ShownChange[]> => {
  const entries = [...new Set(changes.flatMap(({ before, after }) => [before, after]))].filter((entry) => entry !== undefined);
  const files = await showFiles(history, objects, entries);
  const shown = new Map(entries.map((entry, at) => [entry, files[at]]));
  return changes.map((change) => ({
    path: change.path,
    status: statusOf(change),
    former: change.former,
    before: change.before && shown.get(change.before),
    after: change.after && shown.get(change.after),
  }));
};
