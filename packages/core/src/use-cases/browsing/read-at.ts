import { err, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type BadRequest, badRequest, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { GitId } from '../../model/git-index/git-id.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findRevision, findRevisionById, type Revision } from '../../steps/git-history/find-revision.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type History, openHistory } from '../../steps/git-history/open-history.js';

export type BrowsingPorts = Pick<Ports, 'unitOfWork' | 'clock'> & WithIndexCaches;
export type BrowsingError = NotFound | BadRequest | Unavailable;

type ReadPorts = Pick<BrowsingPorts, 'unitOfWork' | 'indexCaches'>;
type Outcome<T> = Promise<Result<T, NotFound | BadRequest>>;

/** Of a repository that is removed meanwhile anything may be missing of what was there a moment ago. */
const unlessRemoved = async <T, E>(
  { gitIndex }: Queries,
  repositoryId: RepositoryId,
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | NotFound>> => {
  try {
    return await work();
  } catch (fault) {
    if ((await gitIndex.find(repositoryId)) === undefined) return err(notFound);
    throw fault;
  }
};

/** Reads the history of a repository as its refs show it. */
export const readHistory = <T, E = never>(
  { unitOfWork, indexCaches }: ReadPorts,
  { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
  work: (history: History, queries: Queries) => Promise<Result<T, E | NotFound>>,
): ResultAsync<T, E | NotFound | Unavailable> =>
  unitOfWork
    .read((queries) =>
      unlessRemoved(queries, repositoryId, async (): Promise<Result<T, E | NotFound>> => {
        const history = await openHistory(queries.gitIndex, repositoryId, indexCaches);
        return history.isErr() ? err(history.error) : work(history.value, queries);
      }),
    )
    .andThen((result) => result);

/** Reads the history of a repository at a branch, a tag or a commit; without one at the default branch. */
export const readAt = <T>(
  ports: ReadPorts,
  grant: RepositoryGrant<'repository.pull'>,
  ref: string | undefined,
  work: (history: History, revision: Revision, queries: Queries) => Outcome<T>,
): ResultAsync<T, BrowsingError> =>
  readHistory<T, BadRequest>(ports, grant, async (history, queries) => {
    const revision = await findRevision(history, ref);
    return revision.isErr() ? err(revision.error) : work(history, revision.value, queries);
  });

/** Which page of a list is wanted, and how a cursor of that list is read. */
interface PageAt<Cursor> {
  readonly ref: string | undefined;
  readonly cursor: string | undefined;
  readonly parse: (text: string) => Cursor | undefined;
}

/** The same for a page of a list. All pages of a list are of the commit that the first one was of. */
export const readPageAt = <Cursor extends { readonly commit: GitId }, T>(
  ports: ReadPorts,
  grant: RepositoryGrant<'repository.pull'>,
  { ref, cursor, parse }: PageAt<Cursor>,
  work: (history: History, revision: Revision, queries: Queries, after: Cursor | undefined) => Outcome<T>,
): ResultAsync<T, BrowsingError> =>
  readHistory<T, BadRequest>(ports, grant, async (history, queries) => {
    const after = cursor === undefined ? undefined : parse(cursor);
    if (cursor !== undefined && after === undefined) return err(badRequest('cursor', 'malformed'));
    const revision = after === undefined ? await findRevision(history, ref) : await findRevisionById(history, after.commit);
    return revision.isErr() ? err(revision.error) : work(history, revision.value, queries, after);
  });
