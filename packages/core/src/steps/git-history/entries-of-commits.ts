import { findInTrees } from '../../formats/path-tree/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';
import { createLikelyCommits, type LikelyCommits } from './likely-commits.js';
import type { History } from './open-history.js';

/** What commits have at paths, for one walk through a history. */
export interface EntriesOfCommits {
  /** In the order of the commits. `wanted`: how many versions of the path are still asked for, those of the commits among them. */
  find(commits: readonly number[], path: GitPath, wanted?: number): Promise<readonly (PathEntry | undefined)[]>;
}

/** Entries that stay for what is asked next. */
const maxKept = 1000;

/** Looks into commits ahead of time that are likely to be asked for: many are found by as many reads as one. */
export const createEntriesOfCommits = ({ graph, load, findRoots }: History): EntriesOfCommits => {
  const kept = new Map<string, PathEntry | undefined>();
  const likelyOf = new Map<GitPath, LikelyCommits>();
  const keyOf = (commit: number, path: GitPath): string => `${commit} ${path}`;

  const likelyAt = (path: GitPath): LikelyCommits => {
    const likely = likelyOf.get(path) ?? createLikelyCommits(graph);
    likelyOf.set(path, likely);
    return likely;
  };

  const read = async (missing: readonly number[], path: GitPath, wanted: number): Promise<void> => {
    const [first] = missing;
    if (first === undefined) return;
    const likely = likelyAt(path);
    const ahead = likely.beside(first, wanted).filter((commit) => !kept.has(keyOf(commit, path)));
    const commits = [...new Set([...missing, ...ahead])];
    const entries = await findInTrees(load, await findRoots(commits), path);
    for (const [at, commit] of commits.entries()) {
      const entry = entries[at];
      kept.set(keyOf(commit, path), entry);
      if (entry === undefined) continue;
      // The commit that has made it so has the same.
      kept.set(keyOf(entry.changedIn, path), entry);
      likely.note(entry.changedIn);
    }
  };

  return {
    find: async (commits, path, wanted = 1) => {
      if (kept.size > maxKept) {
        kept.clear();
        likelyOf.clear();
      }
      await read(
        commits.filter((commit) => !kept.has(keyOf(commit, path))),
        path,
        wanted,
      );
      return commits.map((commit) => kept.get(keyOf(commit, path)));
    },
  };
};
