import { type CommitSet, descendants } from '../../formats/commit-graph/index.js';
import { findEntries } from '../../formats/path-tree/index.js';
import { invariant } from '../../model/app-error.js';
import type { GitUse } from '../../model/git-index/git-index.js';
import { isOfBlob } from '../../model/git-index/path-entry.js';
import type { Oid } from '../../model/values/index.js';
import type { History } from '../git-history/open-history.js';
import { showCommits } from '../git-history/show-commits.js';
import type { PlacedReference, ReferenceSource } from './artifact-reference.js';

/** Pointers to one object: Git has one, unless somebody has written others by hand. */
const maxPointers = 20;
/** Places at which commits that a ref reaches have put it, the earliest ones: refs and commits are told by these. */
const maxUses = 10_000;
const usesPerPage = 10_000;
/** Paths at which the commit of a ref is asked for it. */
const maxPathsAtTip = 200;

interface HistoryOfObject {
  readonly history: History;
  readonly pointers: ReadonlySet<number>;
  /** Of commits that a ref reaches. */
  readonly uses: readonly GitUse[];
  /** The commits that have it, or that one lies behind that has it. */
  readonly holders: CommitSet;
}

/** However many places have it in commits that no ref reaches any more, such as those of a history that was written anew. */
const listVisibleUses = async (
  { queries, repositoryId, visible }: History,
  pointers: readonly number[],
): Promise<readonly GitUse[]> => {
  const uses: GitUse[] = [];
  let after: GitUse | undefined;
  do {
    const page = await queries.listUses(repositoryId, pointers, { after, limit: usesPerPage });
    for (const use of page) if (visible.has(use.commit)) uses.push(use);
    after = page.length < usesPerPage ? undefined : page.at(-1);
  } while (after !== undefined && uses.length < maxUses);
  return uses.slice(0, maxUses);
};

const readHistoryOf = async (history: History, oid: Oid): Promise<HistoryOfObject> => {
  const { queries, repositoryId, graph } = history;
  const pointers = await queries.listPointers(repositoryId, oid, maxPointers);
  const uses = await listVisibleUses(history, pointers);
  const holders = descendants(graph, [...new Set(uses.map(({ commit }) => commit))]);
  return { history, pointers: new Set(pointers), uses, holders };
};

/** Those of the commits whose trees have the object. */
const commitsWithObject = async (
  { history, pointers, uses }: HistoryOfObject,
  commits: readonly number[],
): Promise<ReadonlySet<number>> => {
  const paths = [...new Set(uses.map(({ path }) => path))].slice(0, maxPathsAtTip);
  const details = await history.queries.findCommitDetails(history.repositoryId, [...new Set(commits)]);
  const found = new Set<number>();
  for (const { number, root } of details.values()) {
    const entries = await findEntries(history.load, root, paths);
    if ([...entries.values()].some(({ mode, object }) => isOfBlob(mode) && pointers.has(object))) found.add(number);
  }
  return found;
};

/** The name of a ref is its place. */
const listRefs = async (
  object: HistoryOfObject,
  after: string | undefined,
  limit: number,
): Promise<readonly PlacedReference[]> => {
  const kept = [...object.history.tips]
    .filter(([name, commit]) => object.holders.has(commit) && (after === undefined || name > after))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, limit);
  const atTip = await commitsWithObject(
    object,
    kept.map(([, commit]) => commit),
  );
  return kept.map(([name, commit]) => ({ reference: { kind: 'ref', name, isAtTip: atTip.has(commit) }, place: name }));
};

interface PlacedUse {
  readonly use: GitUse;
  /** The number of the commit, and how many places in it come before. */
  readonly place: readonly [commit: number, before: number];
}

/** What a commit has put where never changes, so that its places can be counted. */
const placedUses = (uses: readonly GitUse[]): readonly PlacedUse[] => {
  const counts = new Map<number, number>();
  return uses.map((use) => {
    const before = counts.get(use.commit) ?? 0;
    counts.set(use.commit, before + 1);
    return { use, place: [use.commit, before] };
  });
};

const isBehind = ({ place: [commit, before] }: PlacedUse, after: string): boolean => {
  const [lastCommit = 0, lastBefore = 0] = after.split('.').map(Number);
  return commit > lastCommit || (commit === lastCommit && before > lastBefore);
};

const listCommits = async (
  { history, uses }: HistoryOfObject,
  after: string | undefined,
  limit: number,
): Promise<readonly PlacedReference[]> => {
  const page = placedUses(uses)
    .filter((use) => after === undefined || isBehind(use, after))
    .slice(0, limit);
  const commits = await showCommits(
    history,
    page.map(({ use }) => use.commit),
  );
  return page.map(({ use, place }) => {
    const commit = commits.get(use.commit);
    invariant(commit !== undefined, 'a commit of the graph is among the commits');
    return { reference: { kind: 'commit', commit, path: use.path }, place: place.join('.') };
  });
};

/** The refs and the commits that keep an object; its history is read once, when one of them is asked for. */
export const gitReferences = (history: History, oid: Oid): readonly ReferenceSource[] => {
  let reading: Promise<HistoryOfObject> | undefined;
  const object = (): Promise<HistoryOfObject> => (reading ??= readHistoryOf(history, oid));
  return [
    { kind: 'ref', list: async (after, limit) => listRefs(await object(), after, limit) },
    { kind: 'commit', list: async (after, limit) => listCommits(await object(), after, limit) },
  ];
};
