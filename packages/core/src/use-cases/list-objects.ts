import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { Unavailable } from '../model/app-error.js';
import type { ObjectSort, StoredObject } from '../model/objects/stored-object.js';
import type { Page, PageRequest } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';

/** The objects of a repository, only those that are verified. */
export const listObjects =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly sort: ObjectSort; readonly page: PageRequest },
  ): ResultAsync<Page<StoredObject>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.objects.list(grant.repository.repositoryId, command.sort, command.page));
