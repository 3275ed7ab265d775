import { createSeededRandom, seeded } from '@svc/conformance';
import { expect } from 'chai';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import {
  type CommitGraph,
  CommitGraphCorrupted,
  commitsPerChunk,
  extendGraph,
  type GraphCommit,
  packGraph,
  parentsOf,
  timeOf,
  unpackGraph,
} from '../../../src/formats/commit-graph/index.js';
import { mutations } from '../packs/mutations.js';
import { randomCommits } from './random-graph.js';

const noPause = pauseOf({});

const commitsOf = (graph: CommitGraph): GraphCommit[] =>
  Array.from({ length: graph.commitCount }, (_, commit) => ({
    parents: [...parentsOf(graph, commit)],
    committedAt: timeOf(graph, commit),
  }));

const chunksOf = (commits: readonly GraphCommit[]): Uint8Array[] =>
  Array.from({ length: Math.ceil(commits.length / commitsPerChunk) }, (_, chunk) => {
    const first = chunk * commitsPerChunk;
    return packGraph(first, commits.slice(first, first + commitsPerChunk));
  });

describe('packed commit graphs', () => {
  const whole = seeded<undefined>('give back what was packed, in seven bytes a commit or fewer', async (_, random) => {
    for (const count of [0, 1, commitsPerChunk, commitsPerChunk + 1, 3_000]) {
      const commits = randomCommits(random, count, 20);
      const chunks = chunksOf(commits);
      expect(commitsOf(await unpackGraph(chunks, noPause))).to.deep.equal(commits);
      if (count === 3_000) expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).to.be.lessThan(7 * count);
    }
  });
  it(whole.title, () => whole.run(undefined));

  it('take times before 1970 and late ones, and commits with many parents', async () => {
    const commits = [-62_167_219_200, 253_402_300_799, 0, -1, 1].map((committedAt) => ({ parents: [], committedAt }));
    const octopus = { parents: [4, 3, 2, 1, 0], committedAt: 5 };
    expect(commitsOf(await unpackGraph([packGraph(0, [...commits, octopus])], noPause))).to.deep.equal([...commits, octopus]);
  });

  const grown = seeded<undefined>('are the same however commits come to them', async (_, random) => {
    const commits = randomCommits(random, 2_500, 20);
    const chunks = new Map<number, Uint8Array>();
    for (let count = 0; count < commits.length;) {
      const more = commits.slice(count, count + 1 + random.integer(600));
      const last = chunks.get(Math.floor(count / commitsPerChunk));
      for (const [chunk, bytes] of extendGraph(count, last, more)) chunks.set(chunk, bytes);
      count += more.length;
    }
    expect([...chunks.values()]).to.deep.equal(chunksOf(commits));
    expect(extendGraph(commits.length, chunks.get(2), [])).to.deep.equal(new Map());
  });
  it(grown.title, () => grown.run(undefined));

  it('refuse to be extended at another place than their end', () => {
    const commits = randomCommits(createSeededRandom(1), 10, 0);
    const [chunk] = chunksOf(commits);
    expect(() => extendGraph(9, chunk, commits)).to.throw(CommitGraphCorrupted);
    expect(() => extendGraph(10, undefined, commits)).to.throw(CommitGraphCorrupted);
  });

  const damaged = seeded<undefined>('give a graph or a named error when they are damaged', async (_, random) => {
    const files = chunksOf(randomCommits(random, 1_500, 20));
    const base = { files, editLength: (_random: typeof random, file: Uint8Array) => file.slice(0, -1) };
    let refused = 0;
    for (let input = 0; input < 600; input += 1) {
      const at = random.integer(files.length);
      const mutated = files.map((file, place) =>
        place === at ? random.pick(Object.values(mutations))(random, base, file) : file,
      );
      try {
        const graph = await unpackGraph(mutated, noPause);
        for (let commit = 0; commit < graph.commitCount; commit += 1) {
          for (const parent of parentsOf(graph, commit)) expect(parent).to.be.lessThan(commit);
        }
      } catch (error) {
        if (!(error instanceof CommitGraphCorrupted)) throw error;
        refused += 1;
      }
    }
    expect(refused).to.be.greaterThan(60);
  });
  it(damaged.title, () => damaged.run(undefined));

  it('say their version, and end where they end', async () => {
    const chunk = packGraph(0, [{ parents: [], committedAt: 1 }]);
    const faultOf = async (chunks: readonly Uint8Array[]): Promise<unknown> =>
      unpackGraph(chunks, noPause).catch((fault: unknown) => fault);
    expect(await faultOf([Uint8Array.of(2, ...chunk.subarray(1))])).to.be.instanceOf(CommitGraphCorrupted);
    expect(await faultOf([Uint8Array.of(...chunk, 0)])).to.be.instanceOf(CommitGraphCorrupted);
    expect(await faultOf([chunk.subarray(0, -1)])).to.be.instanceOf(CommitGraphCorrupted);
    const short = await faultOf([chunk, chunk]);
    expect(short).to.be.instanceOf(CommitGraphCorrupted).with.property('message').that.includes('chunk 0');
  });

  it('are read with pauses', async () => {
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    const commits = Array.from({ length: 17 * commitsPerChunk }, (_, at) => ({ parents: [], committedAt: at }));
    await unpackGraph(chunksOf(commits), pause);
    expect(pauses).to.equal(2);
  });
});
