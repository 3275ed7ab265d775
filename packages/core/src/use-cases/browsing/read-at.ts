import { err, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { BadRequest, NotFound, Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findRevision, type Revision } from '../../steps/git-history/find-revision.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type History, openHistory } from '../../steps/git-history/open-history.js';

export type BrowsingPorts = Pick<Ports, 'unitOfWork'> & WithIndexCaches;
export type BrowsingError = NotFound | BadRequest | Unavailable;

/** Reads the history of a repository at a branch, a tag or a commit; without one at the default branch. */
export const readAt = <T>(
  { unitOfWork, indexCaches }: BrowsingPorts,
  { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
  ref: string | undefined,
  work: (history: History, revision: Revision, queries: Queries) => Promise<Result<T, NotFound | BadRequest>>,
): ResultAsync<T, BrowsingError> =>
  unitOfWork
    .read(async (queries): Promise<Result<T, NotFound | BadRequest>> => {
      const history = await openHistory(queries.gitIndex, repositoryId, indexCaches);
      if (history.isErr()) return err(history.error);
      const revision = await findRevision(history.value, ref);
      return revision.isErr() ? err(revision.error) : work(history.value, revision.value, queries);
    })
    .andThen((result) => result);
