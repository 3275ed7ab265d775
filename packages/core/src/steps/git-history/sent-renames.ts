import { firstParentOf } from '../../formats/commit-graph/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { ComparedTrees } from './compared-trees.js';
import type { History } from './open-history.js';
import type { KnownRename } from './pair-moved-files.js';

/** Through so many commits renames are followed, and so many of them. */
const maxCommits = 1000;
const maxRenames = 20_000;

/** The commits from behind the base up to the head along first parents; none where that does not lead to the base. */
const commitsBetween = ({ graph }: History, { base, head }: ComparedTrees): readonly number[] => {
  const commits: number[] = [];
  for (let at: number | undefined = head.number; at !== undefined && at >= base.number; at = firstParentOf(graph, at)) {
    if (at === base.number) return commits;
    commits.push(at);
    if (commits.length > maxCommits) return [];
  }
  return [];
};

/**
 * The renames that were sent with the commits between two, one after the other, by the new paths: what became `b` from `a`, and then `c`, became `c` from `a`.
 * None where the first parents of the head do not lead to the base soon, or where there are too many.
 */
export const sentRenames = async (history: History, compared: ComparedTrees): Promise<ReadonlyMap<GitPath, KnownRename>> => {
  const { queries, repositoryId } = history;
  const commits = commitsBetween(history, compared);
  if (commits.length === 0) return new Map();
  const sent = await queries.listRenames(repositoryId, commits, maxRenames + 1);
  if (sent.length > maxRenames) return new Map();
  const isNext = commits.length === 1;
  const known = new Map<GitPath, KnownRename>();
  for (let at = 0; at < sent.length;) {
    const [begin, { commit = -1 } = {}] = [at, sent[at]];
    while (sent[at]?.commit === commit) at += 1;
    const ofCommit = sent.slice(begin, at);
    // Each is of what was there before the commit.
    const renamed = ofCommit.map(({ from, to, similarity }) => {
      const rename: KnownRename = { from: known.get(from)?.from ?? from, similarity: isNext ? similarity : undefined };
      return { to, rename };
    });
    for (const { from } of ofCommit) known.delete(from);
    for (const { to, rename } of renamed) known.set(to, rename);
  }
  return known;
};
