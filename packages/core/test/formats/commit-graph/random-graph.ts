import type { SeededRandom } from '@svc/conformance';
import type { GraphCommit } from '../../../src/formats/commit-graph/index.js';

const start = 1_700_000_000;

/** Histories with many branches, merges of two and more, several roots and equal times; with clocks that go wrong by so many seconds. */
export const randomCommits = (random: SeededRandom, count: number, skewSeconds: number): readonly GraphCommit[] => {
  const step = random.pick([1, 2, 50]);
  const commits: GraphCommit[] = [];
  while (commits.length < count) {
    const reach = random.pick([2, 5, 30]);
    const parentCount = random.integer(30) === 0 ? 0 : random.pick([1, 1, 1, 2, 2, 3]);
    const wanted = Array.from({ length: parentCount }, () => commits.length - 1 - random.integer(reach));
    const parents = [...new Set(wanted)].filter((parent) => parent >= 0);
    const newest = Math.max(start, ...parents.map((parent) => commits[parent]?.committedAt ?? start));
    const skew = random.integer(skewSeconds + 1) - random.integer(skewSeconds + 1);
    commits.push({ parents, committedAt: newest + random.integer(step) + skew });
  }
  return commits;
};
