import { type CommitGraph, parentsOf } from './commit-graph.js';
import { CommitSet } from './commit-set.js';
import { DateQueue } from './date-queue.js';

/**
 * The commits that can be reached from some, those included, in the order of `git log`: the newest first, as far as parents are older than children. What is
 * in `without` is left out with all that is behind it: `git log <from> --not <commits>` where that is `reachable(graph, commits)`.
 */
export function* walk(
  graph: CommitGraph,
  from: readonly number[],
  without: CommitSet = new CommitSet(0),
): Generator<number, void, undefined> {
  const seen = new CommitSet(graph.commitCount);
  const queue = new DateQueue(graph);
  for (const tip of from) if (!without.has(tip) && seen.add(tip)) queue.put(tip);
  for (let commit = queue.take(); commit !== undefined; commit = queue.take()) {
    yield commit;
    for (const parent of parentsOf(graph, commit)) if (!without.has(parent) && seen.add(parent)) queue.put(parent);
  }
}

/** All commits that can be reached from some, those included. */
export const reachable = (graph: CommitGraph, from: readonly number[]): CommitSet => {
  const reached = new CommitSet(graph.commitCount);
  for (const tip of from) reached.add(tip);
  // No parent has a higher number, so one look at each is enough.
  for (let commit = Math.max(-1, ...from); commit >= 0; commit -= 1) {
    if (reached.has(commit)) for (const parent of parentsOf(graph, commit)) reached.add(parent);
  }
  return reached;
};

/** All commits from which one of some can be reached, those included. */
export const descendants = (graph: CommitGraph, of: readonly number[]): CommitSet => {
  const found = new CommitSet(graph.commitCount);
  for (const commit of of) found.add(commit);
  // Parents have lower numbers, so one look at each is enough.
  for (let commit = Math.min(graph.commitCount, ...of); commit < graph.commitCount; commit += 1) {
    if (parentsOf(graph, commit).some((parent) => found.has(parent))) found.add(commit);
  }
  return found;
};

/** Whether a commit can be reached from another one, or is it. */
export const isAncestor = (graph: CommitGraph, ancestor: number, commit: number): boolean => {
  const seen = new CommitSet(graph.commitCount);
  const ahead = [commit];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === ancestor) return true;
    // What has a lower number leads to lower ones only.
    for (const parent of parentsOf(graph, next)) if (parent >= ancestor && seen.add(parent)) ahead.push(parent);
  }
  return false;
};
