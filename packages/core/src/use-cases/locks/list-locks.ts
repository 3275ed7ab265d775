import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Lock } from '../../model/lock.js';
import type { LockId, Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export interface ListLocks {
  readonly page: PageRequest;
  readonly path?: string | undefined;
  readonly id?: LockId | undefined;
}

export const listLocks =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>, command: ListLocks): ResultAsync<Page<Lock>, Unavailable> =>
    ports.unitOfWork.read((queries) =>
      queries.locks.list(grant.repository.repositoryId, command.page, { path: command.path, id: command.id }),
    );

export interface LocksByOwner {
  readonly ours: readonly Lock[];
  readonly theirs: readonly Lock[];
  readonly nextCursor: string | undefined;
}

export const verifyLocks =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.push'>, page: PageRequest): ResultAsync<LocksByOwner, Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.locks.list(grant.repository.repositoryId, page))
      .map(({ items, nextCursor }) => ({
        ours: items.filter((lock) => lock.ownerId === grant.caller.userId),
        theirs: items.filter((lock) => lock.ownerId !== grant.caller.userId),
        nextCursor,
      }));
