import { ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { ChangeTotals, ShownChange } from '../../model/git-index/shown-change.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import { comparedCommit, listChanges, totalChanges } from '../../steps/git-history/commit-changes.js';
import { cacheKey } from '../../steps/git-history/index-caches.js';
import { parsePathCursor, pathCursorText } from '../../steps/git-history/path-cursor.js';
import { showChanges } from '../../steps/git-history/show-changes.js';
import { showCommit } from '../../steps/git-history/show-commits.js';
import { type BrowsingError, type BrowsingPorts, readPageAt } from './read-at.js';

export interface FindCommit {
  /** A branch, a tag, or the beginning of the id of a commit. */
  readonly ref: string;
  /** Of the files that the commit changes. */
  readonly page: PageRequest;
}

export interface FoundCommit {
  readonly generation: number;
  readonly commit: ShownCommit;
  /** Against the first parent; all files of a commit that has none. */
  readonly changes: Page<ShownChange>;
  /** Of all pages. */
  readonly totals: ChangeTotals;
}

/** A commit, and what it changes. */
export const findCommit =
  (ports: BrowsingPorts) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    { ref, page: { limit, cursor } }: FindCommit,
  ): ResultAsync<FoundCommit, BrowsingError> =>
    readPageAt(ports, grant, { ref, cursor, parse: parsePathCursor }, async (history, { commit }, { objects }, after) => {
      const compared = await comparedCommit(history, commit);
      const { changes, last } = await listChanges(history, compared, { after: after?.after, limit });
      const key = cacheKey(history.repositoryId, commit.number);
      return ok({
        generation: history.index.generation,
        commit: await showCommit(history, commit.number),
        changes: {
          items: await showChanges(history, objects, changes),
          nextCursor: last && pathCursorText({ commit: commit.id, after: last }),
        },
        totals: await ports.indexCaches.changeTotals.of(key, () => totalChanges(history, compared, pauseOf(ports.clock))),
      });
    });
