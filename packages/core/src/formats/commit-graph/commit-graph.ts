/** What the order of a history follows from. */
export interface GraphCommit {
  /** Numbers of commits, all lower than the commit's own, in git's order. */
  readonly parents: readonly number[];
  /** The committer's time, in seconds since 1970; may be less than 0. */
  readonly committedAt: number;
}

/** The commits of a repository by their numbers, from 0 on; parents come before children. About 20 bytes of memory for a commit. */
export interface CommitGraph {
  readonly commitCount: number;
  /** Where the parents of a commit begin in `parents`, and after the last commit where those of the last one end. */
  readonly parentStarts: Uint32Array;
  readonly parents: Uint32Array;
  readonly times: Float64Array;
}

/** In git's order. */
export const parentsOf = ({ parentStarts, parents }: CommitGraph, commit: number): Uint32Array =>
  parents.subarray(parentStarts[commit], parentStarts[commit + 1]);

export const timeOf = ({ times }: CommitGraph, commit: number): number => times[commit] ?? 0;

/** Undefined of a commit without parents. */
export const firstParentOf = ({ parentStarts, parents }: CommitGraph, commit: number): number | undefined => {
  const start = parentStarts[commit] ?? 0;
  return start < (parentStarts[commit + 1] ?? 0) ? parents[start] : undefined;
};
