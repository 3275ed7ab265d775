import { ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import { showCommit } from '../../steps/git-history/show-commits.js';
import { type BrowsingError, type BrowsingPorts, readAt } from './read-at.js';

export interface FoundCommit {
  readonly generation: number;
  readonly commit: ShownCommit;
}

/** The commit that a branch, a tag or the beginning of an id names. */
export const findCommit =
  (ports: BrowsingPorts) =>
  (grant: RepositoryGrant<'repository.pull'>, ref: string): ResultAsync<FoundCommit, BrowsingError> =>
    readAt(ports, grant, ref, async (history, { commit }) =>
      ok({ generation: history.index.generation, commit: await showCommit(history, commit.number) }),
    );
