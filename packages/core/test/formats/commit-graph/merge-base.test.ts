import { expect } from 'chai';
import { type CommitGraph, mergeBase } from '../../../src/formats/commit-graph/index.js';

const graphOf = (commits: readonly { readonly parents: readonly number[]; readonly committedAt: number }[]) => {
  const parentStarts = new Uint32Array(commits.length + 1);
  for (const [at, { parents }] of commits.entries()) parentStarts[at + 1] = (parentStarts[at] ?? 0) + parents.length;
  return {
    commitCount: commits.length,
    parentStarts,
    parents: Uint32Array.from(commits.flatMap(({ parents }) => parents)),
    times: Float64Array.from(commits, ({ committedAt }) => committedAt),
  };
};

/** A graph that counts how often the parents of some commit are looked up. */
const countLooks = (graph: CommitGraph) => {
  let looks = 0;
  const parents = new Proxy(graph.parents, {
    get: (target, key): unknown => {
      if (key !== 'subarray') return Reflect.get(target, key, target);
      looks += 1;
      return target.subarray.bind(target);
    },
  });
  return { graph: { ...graph, parents }, looks: () => looks };
};

describe('the merge base', () => {
  it('takes a few looks at each commit where wrong clocks make very many candidates', async () => {
    const candidates = 300;
    // Each lies behind the next one, which says that it is older, by way of a commit that says that it is older than all.
    const line = Array.from({ length: 2 * candidates }, (_, at) => ({
      parents: at === 0 ? [] : [at - 1],
      committedAt: at % 2 === 0 ? 10_000 - at : 1,
    }));
    const parents = line.flatMap((_, at) => (at % 2 === 0 ? [at] : []));
    const tip = { parents, committedAt: 20_000 };
    const { graph, looks } = countLooks(graphOf([...line, tip, tip]));
    const base = await mergeBase(graph, line.length, line.length + 1, () => Promise.resolve());
    expect(base).to.equal(parents.at(-1));
    expect(looks()).to.be.below(6 * graph.commitCount);
  });

  it('is found with pauses in a long history', async () => {
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    const graph = graphOf(Array.from({ length: 20_001 }, (_, at) => ({ parents: at === 0 ? [] : [at - 1], committedAt: at })));
    expect(await mergeBase(graph, 0, 20_000, pause)).to.equal(0);
    expect(pauses).to.equal(2);
  });
});
