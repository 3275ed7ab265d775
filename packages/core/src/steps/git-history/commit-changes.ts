import type { Pause } from '../../concurrency/pause-of.js';
import { differences } from '../../formats/path-tree/index.js';
import type { IndexedCommit } from '../../model/git-index/git-index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { ChangeStatus, ChangeTotals, CountedChanges } from '../../model/git-index/shown-change.js';
import { parentsOf } from '../../formats/commit-graph/index.js';
import type { History } from './open-history.js';
import type { FoundChange } from './found-change.js';
import { type ComparedCommit, pairRenames } from './pair-renames.js';

/** With its first parent. */
export const comparedCommit = async ({ graph, findRoots }: History, { number, root }: IndexedCommit): Promise<ComparedCommit> => {
  const [first] = parentsOf(graph, number);
  if (first === undefined) return { number, root, parentRoot: undefined };
  const [parentRoot] = await findRoots([first]);
  return { number, root, parentRoot };
};

export interface ChangesPage {
  readonly changes: readonly FoundChange[];
  /** After which path the next page begins; undefined at the end. */
  readonly last: GitPath | undefined;
}

interface ChangesRequest {
  readonly after: GitPath | undefined;
  readonly limit: number;
}

const nextChanges = async (
  history: History,
  compared: ComparedCommit,
  { after, limit }: ChangesRequest,
): Promise<ChangesPage> => {
  const { parentRoot, root } = compared;
  const found = await differences(history.load, parentRoot, root, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    changes: await pairRenames(history, compared, page),
    last: found.length > limit ? page.at(-1)?.path : undefined,
  };
};

/** Former paths of renamed files are no changes; so many rounds look for others in their place. */
const maxRounds = 10;

/** A page of what a commit changes, in the order of `comparePaths`. Where nearly everything was renamed it may be shorter than asked for. */
export const listChanges = async (
  history: History,
  compared: ComparedCommit,
  { after, limit }: ChangesRequest,
): Promise<ChangesPage> => {
  const changes: FoundChange[] = [];
  let last = after;
  for (let round = 0; round < maxRounds && changes.length < limit; round += 1) {
    const next = await nextChanges(history, compared, { after: last, limit: limit - changes.length });
    changes.push(...next.changes);
    last = next.last;
    if (last === undefined) break;
  }
  return { changes, last };
};

export const statusOf = ({ before, after, former }: FoundChange): ChangeStatus => {
  if (former !== undefined) return 'renamed';
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'modified';
};

const nothing: CountedChanges = { files: 0, bytesBefore: 0, bytesAfter: 0 };

export const noChanges: ChangeTotals = { added: nothing, modified: nothing, removed: nothing, renamed: nothing };

/** The totals with some changes more. */
export const addChanges = (totals: ChangeTotals, changes: readonly FoundChange[]): ChangeTotals => {
  const sums = { ...totals };
  for (const change of changes) {
    const status = statusOf(change);
    const { files, bytesBefore, bytesAfter } = sums[status];
    sums[status] = {
      files: files + 1,
      bytesBefore: bytesBefore + (change.before?.sizeBytes ?? 0),
      bytesAfter: bytesAfter + (change.after?.sizeBytes ?? 0),
    };
  }
  return sums;
};

/** Changes that hold the thread for a few milliseconds. */
const changesPerSlice = 1000;

/** All that a commit changes, counted. */
export const totalChanges = async (history: History, compared: ComparedCommit, pause: Pause): Promise<ChangeTotals> => {
  let totals = noChanges;
  let after: GitPath | undefined;
  do {
    const { changes, last } = await nextChanges(history, compared, { after, limit: changesPerSlice });
    totals = addChanges(totals, changes);
    after = last;
    await pause();
  } while (after !== undefined);
  return totals;
};
