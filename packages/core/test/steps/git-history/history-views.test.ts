import { expect } from 'chai';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import { commitsPerChunk, packGraph } from '../../../src/formats/commit-graph/index.js';
import type { GitRefName } from '../../../src/model/git-index/git-ref.js';
import { trusted } from '../../../src/model/values/brand.js';
import type { RepositoryId } from '../../../src/model/values/ids.js';
import { createHistoryViews, type HistoryView } from '../../../src/steps/git-history/history-views.js';

const repositoryId = trusted<RepositoryId>('r');
const main = trusted<GitRefName>('refs/heads/main');
const roomy = 1_000_000;

/** So many chunks are read with one pause. */
const fullChunks = 8;

const packed = Array.from({ length: fullChunks }, (_, chunk) => {
  const first = chunk * commitsPerChunk;
  return packGraph(
    first,
    Array.from({ length: commitsPerChunk }, (__, at) => ({ parents: [], committedAt: first + at })),
  );
});

/** A repository in which each generation has brought a commit, and which generations were read. */
const indexOf = (generation: number, reads: number[] = []) => {
  const commits = Array.from({ length: generation }, (_, at) => ({ parents: [], committedAt: at }));
  const queries = {
    listTips: () => Promise.resolve([{ name: main, commit: 0, taggedAt: undefined }]),
    listGraphChunks: () => {
      reads.push(generation);
      return Promise.resolve([...packed, packGraph(fullChunks * commitsPerChunk, commits)]);
    },
  };
  return { queries, index: { generation, head: undefined } };
};

const generationOf = ({ graph }: HistoryView): number => graph.commitCount - fullChunks * commitsPerChunk;

describe('views of a history', () => {
  it('are read once for all who ask for one generation at one time, and anew for another one', async () => {
    const views = createHistoryViews(roomy, pauseOf({}));
    const reads: number[] = [];
    const [one, two] = [indexOf(1, reads), indexOf(2, reads)];
    const view = (generation: number) => {
      const { queries, index } = generation === 1 ? one : two;
      return views.of(queries, repositoryId, index);
    };
    const [first, second, other] = await Promise.all([view(1), view(1), view(2)]);
    expect(first).to.equal(second);
    expect([generationOf(first), generationOf(other)]).to.deep.equal([1, 2]);
    expect(await view(2)).to.equal(other);
    expect(reads).to.deep.equal([1, 2]);
  });

  it('pause while they are read, and an older one that comes late takes the place of none', async () => {
    const waiting: (() => void)[] = [];
    const views = createHistoryViews(roomy, () => new Promise((resolve) => waiting.push(resolve)));
    const reads: number[] = [];
    const old = indexOf(1, reads);
    const late = views.of(old.queries, repositoryId, old.index);
    while (waiting.length < 1) await Promise.resolve();
    const goOn = waiting.splice(0);
    const { queries, index } = indexOf(2, reads);
    const early = views.of(queries, repositoryId, index);
    while (waiting.length < 1) await Promise.resolve();
    for (const resolve of waiting.splice(0)) resolve();
    await early;
    for (const resolve of goOn) resolve();
    expect(generationOf(await late)).to.equal(1);
    expect(await views.of(queries, repositoryId, index)).to.equal(await early);
    expect(reads).to.deep.equal([1, 2]);
  });

  it('are read by a transaction itself, which does not wait for a reader that gets no answer', async () => {
    const views = createHistoryViews(roomy, pauseOf({}));
    const { queries, index } = indexOf(1);
    const unanswered = { ...queries, listGraphChunks: () => new Promise<never>(() => undefined) };
    void views.of(unanswered, repositoryId, index);
    expect(generationOf(await views.of(queries, repositoryId, index))).to.equal(1);
  });

  it('are read again after a fault', async () => {
    const views = createHistoryViews(roomy, pauseOf({}));
    const { queries, index } = indexOf(1);
    const broken = { ...queries, listGraphChunks: () => Promise.reject(new Error('gone')) };
    const failed = await views.of(broken, repositoryId, index).catch(() => 'failed');
    expect([failed, generationOf(await views.of(queries, repositoryId, index))]).to.deep.equal(['failed', 1]);
  });
});
