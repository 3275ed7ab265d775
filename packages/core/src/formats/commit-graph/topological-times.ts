import { type CommitGraph, parentsOf, timeOf } from './commit-graph.js';

const computed = new WeakMap<CommitGraph, Float64Array>();

const compute = (graph: CommitGraph): Float64Array => {
  let times = graph.times;
  for (let commit = 0; commit < graph.commitCount; commit += 1) {
    let latest = times[commit] ?? 0;
    for (const parent of parentsOf(graph, commit)) latest = Math.max(latest, times[parent] ?? 0);
    if (latest === times[commit]) continue;
    // Clocks run backwards in few histories: others need no array of their own.
    if (times === graph.times) times = graph.times.slice();
    times[commit] = latest;
  }
  return times;
};

/** The time of each commit, or that of its latest ancestor where a clock ran backwards. Computed once for a graph. */
const topologicalTimes = (graph: CommitGraph): Float64Array => {
  const known = computed.get(graph);
  if (known !== undefined) return known;
  const times = compute(graph);
  computed.set(graph, times);
  return times;
};

/**
 * Negative where a commit comes before another one in a list from the newest to the oldest in which no commit comes before its children: git's order where no
 * two commits are of one second and no clock ran backwards.
 */
export const compareNewestFirst = (graph: CommitGraph, left: number, right: number): number => {
  const times = topologicalTimes(graph);
  return (times[right] ?? timeOf(graph, right)) - (times[left] ?? timeOf(graph, left)) || right - left;
};
