import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { ObjectSort, StoredObject } from '../../model/objects/stored-object.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listObjects =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly sort: ObjectSort; readonly page: PageRequest },
  ): ResultAsync<Page<StoredObject>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.objects.list(grant.repository.repositoryId, command.sort, command.page));

export const listRemoved =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.admin'>, page: PageRequest): ResultAsync<Page<QuarantinedObject>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.quarantine.list(grant.repository.repositoryId, page));
