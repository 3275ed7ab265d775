import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { LoadNodes } from '../../formats/path-tree/index.js';
import { absent, type NotFound, type Unavailable } from '../../model/app-error.js';
import type { GitIndex } from '../../model/git-index/git-index.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import type { GitIndexQueries } from '../../ports/records/git-index-records.js';
import type { HistoryView } from './history-views.js';
import type { IndexCaches, WithIndexCaches } from './index-caches.js';
import { createIndexNodes } from './index-nodes.js';
import { createFindRoots, type FindRoots } from './root-cache.js';

/** The Git history of a repository as its refs show it. */
export interface History extends HistoryView {
  readonly repositoryId: RepositoryId;
  readonly index: GitIndex;
  readonly queries: GitIndexQueries;
  /** The nodes of its path trees. */
  readonly load: LoadNodes;
  readonly findRoots: FindRoots;
}

/** `not_found` with `not_indexed` until an upload to the index was finalized. */
export const openHistory = async (
  queries: GitIndexQueries,
  repositoryId: RepositoryId,
  caches: IndexCaches,
): Promise<Result<History, NotFound>> => {
  const index = await queries.find(repositoryId);
  if (index?.indexedAt === undefined) return err(absent('not_indexed'));
  const view = await caches.views.of(queries, repositoryId, index);
  const { load } = createIndexNodes(queries, repositoryId, caches);
  const findRoots = createFindRoots(queries, repositoryId, caches.roots);
  return ok({ ...view, repositoryId, index, queries, load, findRoots });
};

/** Has the history at hand for a transaction that opens it, before anything is held: the first look at one reads all of its graph. */
export const openHistoryAhead = (
  { unitOfWork, indexCaches }: Pick<Ports, 'unitOfWork'> & WithIndexCaches,
  repositoryId: RepositoryId,
): ResultAsync<void, Unavailable> =>
  unitOfWork.read(({ gitIndex }) => openHistory(gitIndex, repositoryId, indexCaches)).map(() => undefined);
