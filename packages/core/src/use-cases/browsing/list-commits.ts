import { ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import { parsePlaceCursor, placeCursorText } from '../../steps/git-history/place-cursor.js';
import { showCommits } from '../../steps/git-history/show-commits.js';
import { type BrowsingError, type BrowsingPorts, readPageAt } from './read-at.js';

export interface ListCommits {
  /** A branch, a tag or a commit; undefined for the default branch. */
  readonly ref: string | undefined;
  readonly page: PageRequest;
}

export interface CommitListing {
  readonly generation: number;
  readonly commits: Page<ShownCommit>;
}

/** The history of a commit in the order of `git log`. */
export const listCommits =
  (ports: BrowsingPorts) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    { ref, page: { limit, cursor } }: ListCommits,
  ): ResultAsync<CommitListing, BrowsingError> =>
    readPageAt(ports, grant, { ref, cursor, parse: parsePlaceCursor }, async (history, { commit }, _queries, after) => {
      const begin = after?.place ?? 0;
      const found = await history.orders.slice(commit.number, begin, limit + 1, pauseOf(ports.clock));
      const numbers = [...found.subarray(0, limit)];
      const shown = await showCommits(history, numbers);
      const nextCursor = found.length > limit ? placeCursorText({ commit: commit.id, place: begin + limit }) : undefined;
      const items = numbers.flatMap((number) => shown.get(number) ?? []);
      return ok({ generation: history.index.generation, commits: { items, nextCursor } });
    });
