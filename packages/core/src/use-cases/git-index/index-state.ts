import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { GitIndex } from '../../model/git-index/git-index.js';
import type { RefTarget } from '../../model/git-index/git-ref.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';

export interface IndexState {
  /** Undefined until an upload was opened. */
  readonly index: GitIndex | undefined;
  readonly refs: Page<RefTarget>;
}

export const indexState =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.push'>, page: PageRequest): ResultAsync<IndexState, Unavailable> =>
    ports.unitOfWork.read(async ({ gitIndex }) => ({
      index: await gitIndex.find(grant.repository.repositoryId),
      refs: await gitIndex.listRefTargets(grant.repository.repositoryId, page),
    }));
