import { firstParentOf } from '../../formats/commit-graph/index.js';
import { findInTrees } from '../../formats/path-tree/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';
import type { History } from './open-history.js';

/** What commits have at paths, for one walk through a history. */
export interface EntriesOfCommits {
  /** In the order of the commits; what comes after the first one is looked into ahead of time. */
  find(commits: readonly number[], path: GitPath): Promise<readonly (PathEntry | undefined)[]>;
}

/** A path that changes this often makes it likely that the next commits are asked for, too. */
const nearbyCommits = 16;
const maxAhead = 32;
/** Entries that stay for what is asked next. */
const maxKept = 1000;

/** Looks into commits along the first parents ahead of time, the more the more often a path turns out to change: many are found by as many reads as one. */
export const createEntriesOfCommits = ({ graph, load, findRoots }: History): EntriesOfCommits => {
  const kept = new Map<string, PathEntry | undefined>();
  const keyOf = (commit: number, path: GitPath): string => `${commit} ${path}`;
  let ahead = 1;

  const withNext = (commits: readonly number[]): readonly number[] => {
    const wanted = new Set(commits);
    let [next] = commits;
    for (let count = 1; count < ahead && next !== undefined; count += 1) {
      next = firstParentOf(graph, next);
      if (next !== undefined) wanted.add(next);
    }
    return [...wanted];
  };

  const read = async (commits: readonly number[], path: GitPath): Promise<void> => {
    const entries = await findInTrees(load, await findRoots(commits), path);
    for (const [at, commit] of commits.entries()) {
      const entry = entries[at];
      kept.set(keyOf(commit, path), entry);
      // The commit that has made it so has the same.
      if (entry !== undefined) kept.set(keyOf(entry.changedIn, path), entry);
    }
  };

  return {
    find: async (commits, path) => {
      if (kept.size > maxKept) kept.clear();
      const missing = commits.filter((commit) => !kept.has(keyOf(commit, path)));
      if (missing.length > 0) await read(withNext(missing), path);
      const entries = commits.map((commit) => kept.get(keyOf(commit, path)));
      const [commit] = commits;
      const changedIn = entries[0]?.changedIn;
      const isNear = commit !== undefined && changedIn !== undefined && commit - changedIn < nearbyCommits;
      ahead = isNear ? Math.min(maxAhead, ahead * 2) : 1;
      return entries;
    },
  };
};
