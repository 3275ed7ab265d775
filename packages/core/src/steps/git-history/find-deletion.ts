import type { Pause } from '../../concurrency/pause-of.js';
import { firstParentOf, parentsOf } from '../../formats/commit-graph/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { EntriesOfCommits } from './entries-of-commits.js';
import type { History } from './open-history.js';

/** Tells for a commit without a path which one removed it there; undefined where none of its ancestors that git looks at had it. */
export type FindDeletion = (commit: number, path: GitPath) => Promise<number | undefined>;

const deletionsAtOnce = 64;
/** Deletions that hold the thread for a few milliseconds. */
const deletionsPerSlice = 100;

/**
 * Follows the commits that git follows where a path is absent: of a commit the first parent that does not have it either. Which commits removed it is kept, so
 * of all others the first parent does not have it, and nothing has to be read on the way.
 */
export const createFindDeletion = (
  { queries, repositoryId, graph }: History,
  entries: EntriesOfCommits,
  pause: Pause,
): FindDeletion => {
  /** Up to which commit a path was never removed. */
  const neverUpTo = new Map<GitPath, number>();
  let looked = 0;

  const listDeletions = async (path: GitPath, upTo: number): Promise<readonly number[]> => {
    if (upTo <= (neverUpTo.get(path) ?? -1)) return [];
    const deletions = await queries.listDeletions(repositoryId, path, upTo, deletionsAtOnce);
    if (deletions.length === 0) neverUpTo.set(path, upTo);
    return deletions;
  };

  return async (commit, path) => {
    let at: number | undefined = commit;
    while (at !== undefined) {
      const deletions = await listDeletions(path, at);
      if (deletions.length === 0) return undefined;
      for (const deletion of deletions) {
        looked += 1;
        if (looked % deletionsPerSlice === 0) await pause();
        while (at !== undefined && at > deletion) at = firstParentOf(graph, at);
        if (at !== deletion) continue;
        const parents: readonly number[] = [...parentsOf(graph, at)];
        const inParents = await entries.find(parents, path);
        const without = inParents.findIndex((entry) => entry === undefined);
        if (without === -1) return parents.length === 0 ? undefined : at;
        at = parents[without];
      }
    }
    return undefined;
  };
};
