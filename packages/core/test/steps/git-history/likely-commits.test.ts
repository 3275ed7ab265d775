import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import { type GraphCommit, packGraph, unpackGraph } from '../../../src/formats/commit-graph/index.js';
import { commitsPerChunk } from '../../../src/formats/commit-graph/pack-graph.js';
import { createLikelyCommits } from '../../../src/steps/git-history/likely-commits.js';

const count = 20_000;
const tip = count - 1;
const commits = Array.from({ length: count }, (_, number): GraphCommit => ({
  parents: number === 0 ? [] : [number - 1],
  committedAt: 1_700_000_000 + number,
}));
const graph = await unpackGraph(
  Array.from({ length: Math.ceil(count / commitsPerChunk) }, (_, chunk) =>
    packGraph(chunk * commitsPerChunk, commits.slice(chunk * commitsPerChunk, (chunk + 1) * commitsPerChunk)),
  ),
  pauseOf({}),
);

/** Which commit has changed the path last, for each commit of a history in a row. */
const changedLast = (isVersion: (commit: number) => boolean): readonly number[] => {
  let last = 0;
  return commits.map((_, commit) => (last = isVersion(commit) ? commit : last));
};

interface Walked {
  readonly versions: readonly number[];
  /** How often something had to be looked up, and how many commits together. */
  readonly reads: number;
  readonly looks: number;
}

/** Walks from version to version as the history of a path does, and keeps what was found on the way. */
const walk = (last: readonly number[], limit: number): Walked => {
  const likely = createLikelyCommits(graph);
  const known = new Set<number>();
  const versions: number[] = [];
  let [reads, looks] = [0, 0];
  const find = (commit: number, wanted: number): number => {
    if (!known.has(commit)) {
      const all = new Set([commit, ...likely.beside(commit, wanted).filter((other) => !known.has(other))]);
      reads += 1;
      looks += all.size;
      for (const each of all) {
        const version = last[each] ?? 0;
        known.add(each).add(version);
        likely.note(version);
      }
    }
    return last[commit] ?? 0;
  };
  for (let at = find(tip, 1); versions.length < limit; at = find(at - 1, limit - versions.length)) {
    versions.push(at);
    if (at === 0) break;
  }
  return { versions, reads, looks };
};

describe('likely commits', () => {
  const seed = Date.now() % 1_000_000;

  for (const distance of [3, 16, 100, 400]) {
    // On average of twenty: one history in a thousand takes three times as many looks as most do.
    it(`find 50 versions that lie ${distance} commits apart on average by few reads (seed ${seed})`, () => {
      const random = createSeededRandom(seed + distance);
      const rounds = 20;
      let [reads, looks] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const last = changedLast(() => random.integer(distance) === 0);
        const walked = walk(last, 50);
        expect(walked.versions).to.deep.equal([...new Set(last)].toReversed().slice(0, 50));
        expect(walked.reads).to.be.below(35);
        reads += walked.reads;
        looks += walked.looks;
      }
      expect(reads / rounds).to.be.below(20);
      expect(looks / rounds).to.be.below(180);
    });
  }

  it('find versions in each commit by five reads at most, with hardly one too many', () => {
    const { reads, looks } = walk(
      changedLast(() => true),
      50,
    );
    expect(reads).to.be.below(6);
    expect(looks).to.be.below(60);
  });

  it('are few where versions come in bursts that lie far apart', () => {
    const last = changedLast((commit) => commit % 1000 < 3);
    const { versions, looks } = walk(last, 50);
    expect(versions).to.have.length(50);
    expect(looks).to.be.below(50 * 8);
  });

  it('find versions that lie close together behind some that are rare by few reads', () => {
    const last = changedLast((commit) => commit < 10_000 || commit % 2500 === 0);
    const few = walk(last, 50);
    expect(few.versions).to.have.length(50);
    expect(few.reads).to.be.below(20);
    expect(few.looks).to.be.below(50 * 4);
    const many = walk(last, 1000);
    expect(many.versions).to.have.length(1000);
    expect(many.reads).to.be.below(60);
  });

  it('are none where one version is wanted', () => {
    const likely = createLikelyCommits(graph);
    expect(likely.beside(tip, 1)).to.deep.equal([]);
    likely.note(tip - 100);
    expect(likely.beside(tip - 101, 1)).to.deep.equal([]);
  });
});
