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

/** Steps that hold the thread for a few milliseconds. */
export const stepsPerSlice = 10_000;

/** All commits that can be reached from some, those included. `pause` is called after every few milliseconds of work. */
export const reachable = async (graph: CommitGraph, from: readonly number[], pause: () => Promise<void>): Promise<CommitSet> => {
  const reached = new CommitSet(graph.commitCount);
  // Not all at once: a repository may have more refs than a call may have arguments.
  let highest = -1;
  for (const tip of from) {
    reached.add(tip);
    highest = Math.max(highest, tip);
  }
  // No parent has a higher number, so one look at each is enough.
  for (let commit = highest; commit >= 0; commit -= 1) {
    if (commit > 0 && commit % stepsPerSlice === 0) await pause();
    if (reached.has(commit)) for (const parent of parentsOf(graph, commit)) reached.add(parent);
  }
  return reached;
};

/** All commits from which one of some can be reached, those included. */
export const descendants = (graph: CommitGraph, of: readonly number[]): CommitSet => {
  const found = new CommitSet(graph.commitCount);
  let lowest = graph.commitCount;
  for (const commit of of) {
    found.add(commit);
    lowest = Math.min(lowest, commit);
  }
  // Parents have lower numbers, so one look at each is enough. Views of the parents of a million commits would hold the thread for a fifth of a second.
  const { commitCount, parentStarts, parents } = graph;
  for (let commit = lowest; commit < commitCount; commit += 1) {
    const end = parentStarts[commit + 1] ?? 0;
    for (let at = parentStarts[commit] ?? 0; at < end; at += 1) {
      if (!found.has(parents[at] ?? commit)) continue;
      found.add(commit);
      break;
    }
  }
  return found;
};
