import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/tokens/api-token.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listTokens =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization, caller }: OrganizationGrant<'tokens.create'>, page: PageRequest): ResultAsync<Page<ApiToken>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.tokens.listOfOrganization(organization.id, caller.userId, page));
