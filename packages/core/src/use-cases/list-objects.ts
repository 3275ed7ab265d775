import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { Unavailable } from '../model/app-error.js';
import type { ObjectSort, StoredObject } from '../model/objects/stored-object.js';
import type { Page, PageRequest } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';

const listObjects =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly sort: ObjectSort; readonly page: PageRequest },
  ): ResultAsync<Page<StoredObject>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.objects.list(grant.repository.repositoryId, command.sort, command.page));

/** The stored objects of a repository. */
export interface Objects {
  /** Lists the verified objects of the repository, newest or largest first. */
  readonly list: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly sort: ObjectSort; readonly page: PageRequest },
  ) => ResultAsync<Page<StoredObject>, Unavailable>;
}

export const createObjects = (ports: Ports): Objects => ({
  list: listObjects(ports),
});
