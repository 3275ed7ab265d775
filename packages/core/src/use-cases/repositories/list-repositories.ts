import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Repository } from '../../model/repository.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listRepositories =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: OrganizationGrant<'repositories.read'>, page: PageRequest): ResultAsync<Page<Repository>, Unavailable> => {
    const { userId, credential } = grant.caller;
    const only = credential.kind === 'token' ? credential.repositoryId : undefined;
    return ports.unitOfWork.read((queries) => queries.repositories.listOfOrganization(grant.organization.id, userId, page, only));
  };
