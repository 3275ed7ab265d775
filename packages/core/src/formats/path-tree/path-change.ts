import type { GitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';

/** What a commit makes of a path. A folder is a path of its own, and every path needs its folder. */
export interface PathChange {
  readonly path: GitPath;
  /** Undefined where the path is gone. */
  readonly entry: PathEntry | undefined;
}

export const pathConflictReasons = ['repeated', 'absent', 'no_folder', 'not_empty', 'too_large'] as const;
/**
 * Why changes cannot be of a Git commit: a path is named twice; a path is removed that is not there; a path is left without its folder; a folder is removed,
 * or becomes a file, while something is below it; all files together would have more bytes than a number can say.
 */
export type PathConflictReason = (typeof pathConflictReasons)[number];

export interface PathConflict {
  readonly kind: 'path_conflict';
  readonly reason: PathConflictReason;
  readonly path: GitPath;
}

export const conflict = (reason: PathConflictReason, { path }: Pick<PathChange, 'path'>): PathConflict => ({
  kind: 'path_conflict',
  reason,
  path,
});
