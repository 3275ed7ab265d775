import type { GitRename } from '../../model/git-index/git-index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { LockedSession } from './with-index-session.js';

/** Renames of one commit that a request adds. */
interface OfCommit {
  readonly renames: GitRename[];
  readonly from: Set<GitPath>;
  readonly to: Set<GitPath>;
}

/**
 * Keeps of each commit one rename of a path and one to a path, the first that comes: `git diff-tree -M` tells no more, and what reads them may count on it,
 * however many a client sends. Also across the parts of a commit.
 */
export const createKeptRenames = ({ records: { gitIndex }, repositoryId }: Pick<LockedSession, 'records' | 'repositoryId'>) => {
  const kept = new Map<number, OfCommit>();

  /** `isBegun`: earlier requests may have brought renames of the commit. */
  const keep = async (commit: number, sent: readonly GitRename[], isBegun: boolean): Promise<void> => {
    if (sent.length === 0) return;
    const { renames, from, to } = kept.get(commit) ?? { renames: [], from: new Set(), to: new Set() };
    kept.set(commit, { renames, from, to });
    if (isBegun) {
      const formerPaths = [...new Set(sent.map((rename) => rename.from))];
      const newPaths = [...new Set(sent.map((rename) => rename.to))];
      const leaving = await gitIndex.findRenamesFrom(repositoryId, commit, formerPaths, formerPaths.length);
      const coming = await gitIndex.findRenamesTo(repositoryId, commit, newPaths, newPaths.length);
      for (const rename of leaving) from.add(rename.from);
      for (const rename of coming) to.add(rename.to);
    }
    for (const rename of sent) {
      if (from.has(rename.from) || to.has(rename.to)) continue;
      from.add(rename.from);
      to.add(rename.to);
      renames.push(rename);
    }
  };

  return {
    keep,
    /** By the numbers of the commits. */
    all: (): ReadonlyMap<number, readonly GitRename[]> => new Map([...kept].map(([commit, { renames }]) => [commit, renames])),
  };
};
