import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/tokens/api-token.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/**
 * The organization's tokens, newest first, without the revoked ones and those that others have bound to a repository which is hidden from the caller;
 * never a secret.
 */
export const listTokens =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization, caller }: OrganizationGrant<'tokens.create'>, page: PageRequest): ResultAsync<Page<ApiToken>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.tokens.listOfOrganization(organization.id, caller.userId, page));
