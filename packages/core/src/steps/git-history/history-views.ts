import type { Pause } from '../../concurrency/pause-of.js';
import { createSharedWork, type SharedWork } from '../../concurrency/shared-work.js';
import { type CommitGraph, type CommitSet, reachable, timeOf, unpackGraph } from '../../formats/commit-graph/index.js';
import type { GitIndex } from '../../model/git-index/git-index.js';
import { branchOfRef, type GitRefName, type GitTip, tagOfRef } from '../../model/git-index/git-ref.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { RepositoryId } from '../../model/values/ids.js';
import { type Instant, SECOND_MS } from '../../model/values/instant.js';
import type { GitIndexQueries } from '../../ports/records/git-index-records.js';
import { type CommitOrders, createCommitOrders, orderBytesPerCommit } from './commit-orders.js';

/** A tag and its time. */
export interface TagTip {
  readonly name: GitRefName;
  /** The number of the commit. */
  readonly commit: number;
  /** The tagger's time, else the committer's: what git calls `creatordate`. */
  readonly createdAt: Instant;
}

/** What the refs of a repository show of its history, as one upload has left it. */
export interface HistoryView {
  readonly graph: CommitGraph;
  /** The commits of all branches and tags by their names, in the order of the bytes of their names. */
  readonly tips: ReadonlyMap<GitRefName, number>;
  /** The newest first, those of one time by the bytes of their names: `git for-each-ref --sort=-creatordate refs/tags`. */
  readonly tags: readonly TagTip[];
  /** The commits that they reach. Others were never finalized, or are of refs that have moved: nobody sees them. */
  readonly visible: CommitSet;
  readonly orders: CommitOrders;
  /** Undefined where there is no branch. */
  readonly defaultBranch: GitTip | undefined;
}

/** Views of several repositories; the one that nobody has asked for longest makes room first. Who asks for one that is being read gets the same. */
export interface HistoryViews {
  /** The index is that of when reading began. */
  of(queries: HistoryQueries, repositoryId: RepositoryId, index: Pick<GitIndex, 'generation' | 'head'>): Promise<HistoryView>;
}

type HistoryQueries = Pick<GitIndexQueries, 'listGraphChunks' | 'listTips'>;

const preferredBranches = ['main', 'master'];

/** The branch that HEAD names, as far as somebody has said; else `main`, else `master`, else the one with the newest commit. */
const defaultBranchOf = (graph: CommitGraph, tips: readonly GitTip[], head: GitRefName | undefined): GitTip | undefined => {
  const branches = tips.filter(({ name }) => branchOfRef(name) !== undefined);
  const preferred = preferredBranches.flatMap((short) => branches.find(({ name }) => branchOfRef(name) === short) ?? []);
  const newest = branches.reduce<GitTip | undefined>(
    (best, tip) => (best === undefined || timeOf(graph, tip.commit) > timeOf(graph, best.commit) ? tip : best),
    undefined,
  );
  return branches.find(({ name }) => name === head) ?? preferred[0] ?? newest;
};

const tagsOf = (graph: CommitGraph, tips: readonly GitTip[]): readonly TagTip[] =>
  tips
    .filter(({ name }) => tagOfRef(name) !== undefined)
    .map(({ name, commit, taggedAt }) => ({ name, commit, createdAt: taggedAt ?? timeOf(graph, commit) * SECOND_MS }))
    .toSorted((left, right) => right.createdAt - left.createdAt);

const readView = async (
  queries: HistoryQueries,
  repositoryId: RepositoryId,
  head: GitRefName | undefined,
  pause: Pause,
): Promise<HistoryView> => {
  // All refs are of one moment; the graph, read after them, has every commit that they name.
  const tips = await queries.listTips(repositoryId);
  const graph = await unpackGraph(await queries.listGraphChunks(repositoryId, 0), pause);
  const commits = new Map(tips.map(({ name, commit }) => [name, commit]));
  return {
    graph,
    tips: commits,
    tags: tagsOf(graph, tips),
    visible: await reachable(graph, [...commits.values()], pause),
    orders: createCommitOrders(graph),
    defaultBranch: defaultBranchOf(graph, tips, head),
  };
};

/** What the objects of a tip take besides its name, about. */
const bytesPerTip = 250;

const bytesOf = ({ graph, tips }: HistoryView): ByteCount =>
  graph.parentStarts.byteLength +
  graph.parents.byteLength +
  graph.times.byteLength +
  graph.commitCount * (1 / 8 + orderBytesPerCommit) +
  [...tips.keys()].reduce((bytes, name) => bytes + name.length + bytesPerTip, 0);

interface Kept {
  readonly generation: number;
  readonly view: HistoryView;
  readonly bytes: ByteCount;
}

export const createHistoryViews = (maxBytes: ByteCount, pause: Pause): HistoryViews => {
  const kept = new Map<RepositoryId, Kept>();
  /** By who asks the database: a transaction does not wait for a reader, who may be waiting for the connection that it has. */
  const shares = new WeakMap<HistoryQueries, SharedWork<Kept>>();
  const sharedBy = (queries: HistoryQueries): SharedWork<Kept> => {
    const share = shares.get(queries) ?? createSharedWork<Kept>();
    shares.set(queries, share);
    return share;
  };
  let bytesKept = 0;
  const remove = (repositoryId: RepositoryId): void => {
    bytesKept -= kept.get(repositoryId)?.bytes ?? 0;
    kept.delete(repositoryId);
  };
  const keep = (repositoryId: RepositoryId, one: Kept): void => {
    remove(repositoryId);
    kept.set(repositoryId, one);
    bytesKept += one.bytes;
    for (const oldest of kept.keys()) {
      if (bytesKept <= maxBytes) return;
      remove(oldest);
    }
  };
  return {
    of: async (queries, repositoryId, { generation, head }) => {
      const known = kept.get(repositoryId);
      const read = async (): Promise<Kept> => {
        const view = await readView(queries, repositoryId, head, pause);
        return { generation, view, bytes: bytesOf(view) };
      };
      const found = known?.generation === generation ? known : await sharedBy(queries)(`${repositoryId} ${generation}`, read);
      // Who began earlier may have read an older index: it does not take the place of a newer one, which may have come meanwhile.
      const newest = kept.get(repositoryId);
      if (newest === undefined || newest.generation <= generation) keep(repositoryId, found);
      return found.view;
    },
  };
};
