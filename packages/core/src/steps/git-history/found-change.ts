import type { PathDifference } from '../../formats/path-tree/index.js';
import type { FormerPath } from '../../model/git-index/shown-change.js';

/** A difference, and where the file was before if it was renamed. */
export interface FoundChange extends PathDifference {
  readonly former: FormerPath | undefined;
}
