import { expect } from 'chai';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import { type GraphCommit, packGraph, unpackGraph, walk } from '../../../src/formats/commit-graph/index.js';
import { commitsPerChunk } from '../../../src/formats/commit-graph/pack-graph.js';
import { createCommitOrders } from '../../../src/steps/git-history/commit-orders.js';

const count = 40_000;

/** Every tenth commit is a merge with one that is far behind. */
const commits = Array.from({ length: count }, (_, number): GraphCommit => ({
  parents: number === 0 ? [] : number % 10 === 0 ? [number - 1, number >> 1] : [number - 1],
  committedAt: 1_700_000_000 + number,
}));
const chunks = Array.from({ length: Math.ceil(count / commitsPerChunk) }, (_, chunk) =>
  packGraph(chunk * commitsPerChunk, commits.slice(chunk * commitsPerChunk, (chunk + 1) * commitsPerChunk)),
);
const graph = await unpackGraph(chunks, pauseOf({}));

describe('orders of a history', () => {
  let pauses = 0;
  const pause = (): Promise<void> => {
    pauses += 1;
    return Promise.resolve();
  };
  beforeEach(() => (pauses = 0));

  it('are that of git log from any place on, walked in slices and once', async () => {
    const orders = createCommitOrders(graph);
    const whole = [...walk(graph, [count - 1])];
    expect([...(await orders.slice(count - 1, 35_000, 10, pause))]).to.deep.equal(whole.slice(35_000, 35_010));
    expect(pauses).to.equal(3);
    expect([...(await orders.slice(count - 1, 0, 3, pause))]).to.deep.equal(whole.slice(0, 3));
    expect([...(await orders.slice(count - 1, 39_990, 100, pause))]).to.deep.equal(whole.slice(39_990));
    expect(await orders.slice(count - 1, 50_000, 100, pause)).to.have.length(0);
    expect(pauses).to.equal(3);
  });

  it('are right for several that read on at one time', async () => {
    const orders = createCommitOrders(graph);
    const whole = [...walk(graph, [count - 1])];
    const places = [39_000, 10, 25_000, 12_000];
    const slices = await Promise.all(places.map((place) => orders.slice(count - 1, place, 5, pause)));
    expect(slices.map((slice) => [...slice])).to.deep.equal(places.map((place) => whole.slice(place, place + 5)));
  });

  it('are begun anew for a tip that made room', async () => {
    const orders = createCommitOrders(graph);
    await orders.slice(30_000, 25_000, 1, pause);
    for (const tip of [1, 2, 3, 4]) await orders.slice(tip, 0, 1, pause);
    const before = pauses;
    await orders.slice(30_000, 25_000, 1, pause);
    expect(pauses).to.equal(2 * before);
  });
});
