import { seeded } from '@svc/conformance';
import { expect } from 'chai';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import {
  descendants,
  type GraphCommit,
  mergeBase,
  packGraph,
  reachable,
  unpackGraph,
  walk,
} from '../../../src/formats/commit-graph/index.js';
import { randomCommits } from './random-graph.js';

const commitCount = 150;

const noPause = pauseOf({});

/** What leads to each commit, itself included. */
const ancestorsOf = (commits: readonly GraphCommit[]): readonly ReadonlySet<number>[] => {
  const all: Set<number>[] = [];
  for (const { parents } of commits) {
    const own = new Set([all.length, ...parents.flatMap((parent) => [...(all[parent] ?? [])])]);
    all.push(own);
  }
  return all;
};

describe('walks over a commit graph', () => {
  const property = seeded<undefined>('reach what leads to a commit, each once', async (_, random) => {
    for (const skew of [0, 50]) {
      const commits = randomCommits(random, commitCount, skew);
      const graph = await unpackGraph([packGraph(0, commits)], noPause);
      const ancestors = ancestorsOf(commits);
      const numbers = [...commits.keys()];
      for (let round = 0; round < 40; round += 1) {
        const tips = random.shuffled(numbers).slice(0, 1 + random.integer(3));
        const expected = numbers.filter((commit) => tips.some((tip) => ancestors[tip]?.has(commit)));
        const reached = await reachable(graph, tips, noPause);
        expect(numbers.filter((commit) => reached.has(commit))).to.deep.equal(expected);
        expect([...walk(graph, tips)].sort((left, right) => left - right)).to.deep.equal(expected);
        const other = random.pick(numbers);
        const without = [...walk(graph, [other], reached)].sort((left, right) => left - right);
        expect(without).to.deep.equal(numbers.filter((commit) => ancestors[other]?.has(commit) && !expected.includes(commit)));
      }
      for (let pair = 0; pair < 300; pair += 1) {
        const [left, right] = [random.pick(numbers), random.pick(numbers)];
        const common = numbers.filter((commit) => ancestors[left]?.has(commit) && ancestors[right]?.has(commit));
        const best = common.filter((commit) => !common.some((ahead) => ahead !== commit && ancestors[ahead]?.has(commit)));
        const base = await mergeBase(graph, left, right, noPause);
        if (base === undefined) expect(best).to.deep.equal([]);
        else expect(best).to.include(base);
        const newest = Math.max(...best.map((commit) => commits[commit]?.committedAt ?? 0));
        if (base !== undefined) expect(commits[base]?.committedAt).to.equal(newest);
      }
    }
  });
  it(property.title, () => property.run(undefined));

  it('give the newest first, and of one time what comes first as a parent or a tip', async () => {
    const at = (committedAt: number, ...parents: number[]): GraphCommit => ({ parents, committedAt });
    const graph = await unpackGraph([packGraph(0, [at(1), at(5, 0), at(5, 0), at(5, 0), at(9, 3, 1, 2), at(9)])], noPause);
    expect([...walk(graph, [4])]).to.deep.equal([4, 3, 1, 2, 0]);
    expect([...walk(graph, [5, 4])]).to.deep.equal([5, 4, 3, 1, 2, 0]);
    expect([...walk(graph, [2, 5, 4, 2])]).to.deep.equal([5, 4, 2, 3, 1, 0]);
    expect([...walk(graph, [])]).to.deep.equal([]);
  });

  it('begin at more tips than a call may have arguments', async () => {
    const commits = [[], [0], [1], []].map((parents) => ({ parents, committedAt: 0 }));
    const graph = await unpackGraph([packGraph(0, commits)], noPause);
    const tips = Array.from({ length: 300_000 }, (_, at) => 1 + (at % 2));
    const numbers = [0, 1, 2, 3];
    const reached = await reachable(graph, tips, noPause);
    expect(numbers.filter((commit) => reached.has(commit))).to.deep.equal([0, 1, 2]);
    const behind = descendants(graph, tips);
    expect(numbers.filter((commit) => behind.has(commit))).to.deep.equal([1, 2]);
  });

  it('find what lies ahead of a commit without a view of the parents of each other one', async () => {
    let views = 0;
    class Parents extends Uint32Array {
      override subarray(begin?: number, end?: number): Uint32Array<ArrayBuffer> {
        views += 1;
        return new Uint32Array(this.buffer).subarray(begin, end);
      }
    }
    const commits = [[], [0], [0], [2, 1], [2]].map((parents) => ({ parents, committedAt: 0 }));
    const graph = await unpackGraph([packGraph(0, commits)], noPause);
    const behind = descendants({ ...graph, parents: Parents.from(graph.parents) }, [1]);
    expect([0, 1, 2, 3, 4].filter((commit) => behind.has(commit))).to.deep.equal([1, 3]);
    expect(views).to.equal(0);
  });

  it('reach with pauses what leads to many commits', async () => {
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    const graph = {
      commitCount: 40_001,
      parentStarts: new Uint32Array(40_002),
      parents: new Uint32Array(0),
      times: new Float64Array(40_001),
    };
    const reached = await reachable(graph, [40_000], pause);
    expect([reached.size, pauses]).to.deep.equal([1, 4]);
  });
});
