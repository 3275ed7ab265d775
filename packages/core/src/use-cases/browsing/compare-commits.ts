import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { createFairQueue } from '../../concurrency/fair-queue.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { type BadRequest, badRequest, invariant, type NotFound } from '../../model/app-error.js';
import type { GitId } from '../../model/git-index/git-id.js';
import type { GitFolder } from '../../model/git-index/git-path.js';
import type { ChangeTotals, ShownChange } from '../../model/git-index/shown-change.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { type CompareCursor, compareCursorText, parseCompareCursor } from '../../steps/git-history/compare-cursor.js';
import { compareTrees } from '../../steps/git-history/compare-trees.js';
import type { TreeComparison } from '../../steps/git-history/tree-comparison.js';
import type { ComparedTrees } from '../../steps/git-history/compared-trees.js';
import { findRevision, findRevisionById } from '../../steps/git-history/find-revision.js';
import { listComparedChanges } from '../../steps/git-history/list-compared-changes.js';
import type { History } from '../../steps/git-history/open-history.js';
import { showChanges } from '../../steps/git-history/show-changes.js';
import { showCommits } from '../../steps/git-history/show-commits.js';
import { type BrowsingError, type BrowsingPorts, readHistory } from './read-at.js';

export interface CompareCommits {
  /** Branches, tags or commits; undefined for the default branch. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Only this file, or what is below this folder. */
  readonly path: GitFolder;
  readonly page: PageRequest;
}

export interface ComparedCommits {
  readonly generation: number;
  readonly base: ShownCommit;
  readonly head: ShownCommit;
  /** The newest commit that both have; undefined where there is none. */
  readonly mergeBase: GitId | undefined;
  readonly changes: Page<ShownChange>;
  /** Of all pages. */
  readonly totals: ChangeTotals;
  /** What the files of the head need in storage beside those of the base. */
  readonly newBytes: ByteCount;
}

/** Both commits, on later pages those of the first one; or what is wrong with the name of one, and which. */
const findBoth = async (
  history: History,
  { base, head }: Pick<CompareCommits, 'base' | 'head'>,
  after: CompareCursor | undefined,
): Promise<Result<Pick<ComparedTrees, 'base' | 'head'>, NotFound | BadRequest>> => {
  const [left, right] =
    after === undefined
      ? [await findRevision(history, base), await findRevision(history, head)]
      : [await findRevisionById(history, after.base), await findRevisionById(history, after.head)];
  if (left.isErr()) return err(left.error.kind === 'bad_request' ? { ...left.error, field: 'base' } : left.error);
  if (right.isErr()) return err(right.error.kind === 'bad_request' ? { ...right.error, field: 'head' } : right.error);
  return ok({ base: left.value.commit, head: right.value.commit });
};

/** Comparisons that one process makes at a time, and those of repositories of one organization: each holds all that two trees differ in. */
const comparisons = { width: 4, widthPerLane: 2 };

/** Makes a comparison when it is its turn. */
type InTurn = (work: () => Promise<TreeComparison>) => Promise<TreeComparison>;

const compare = async (
  { indexCaches, clock }: BrowsingPorts,
  inTurn: InTurn,
  history: History,
  compared: ComparedTrees,
  { objects }: Queries,
  after: CompareCursor | undefined,
  limit: number,
): Promise<ComparedCommits> => {
  const { base, head, path } = compared;
  const key = `${history.repositoryId} ${base.number} ${head.number} ${path}`;
  const found = await indexCaches.comparisons.of(key, () =>
    inTurn(() => compareTrees(history, objects, compared, pauseOf(clock))),
  );
  const { changes, last } = await listComparedChanges(history, compared, found, { after: after?.after, limit });
  const { mergeBase } = found;
  const commits = await showCommits(history, [base.number, head.number, ...(mergeBase === undefined ? [] : [mergeBase])]);
  const commitOf = (number: number): ShownCommit => {
    const commit = commits.get(number);
    invariant(commit !== undefined, 'a commit that was found is shown');
    return commit;
  };
  return {
    generation: history.index.generation,
    base: commitOf(base.number),
    head: commitOf(head.number),
    mergeBase: mergeBase === undefined ? undefined : commitOf(mergeBase).id,
    changes: {
      items: await showChanges(history, objects, changes),
      nextCursor: last && compareCursorText({ base: base.id, head: head.id, after: last }),
    },
    totals: found.totals,
    newBytes: found.newBytes,
  };
};

/** What differs between the trees of two commits. */
export const compareCommits = (ports: BrowsingPorts) => {
  const queue = createFairQueue(comparisons);
  return (
    grant: RepositoryGrant<'repository.pull'>,
    { base, head, path, page: { limit, cursor } }: CompareCommits,
  ): ResultAsync<ComparedCommits, BrowsingError> =>
    readHistory(ports, grant, async (history, queries): Promise<Result<ComparedCommits, NotFound | BadRequest>> => {
      const after = cursor === undefined ? undefined : parseCompareCursor(cursor);
      if (cursor !== undefined && after === undefined) return err(badRequest('cursor', 'malformed'));
      const both = await findBoth(history, { base, head }, after);
      if (both.isErr()) return err(both.error);
      const inTurn: InTurn = (work) => queue.run(grant.repository.organizationId, work);
      return ok(await compare(ports, inTurn, history, { ...both.value, path }, queries, after, limit));
    });
};
