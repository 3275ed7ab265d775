import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { BadRequest, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { TokenId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type CreatedToken, type CreateToken, createToken } from './create-token.js';
import { revokeToken } from './revoke-token.js';

/** API tokens of an organization or of one repository (spec 4.7, 5.3). */
export interface Tokens {
  /**
   * Lists the organization's tokens, newest first, never their secrets. Leaves out revoked ones and those of other users for
   * repositories that are hidden from the caller.
   */
  readonly list: (grant: OrganizationGrant<'tokens.create'>, page: PageRequest) => ResultAsync<Page<ApiToken>, Unavailable>;

  /** Creates a token and returns its secret once (spec 4.7). Each of its requests is decided by its maker's rights at that time. */
  readonly create: (
    grant: OrganizationGrant<'tokens.create'>,
    command: CreateToken,
  ) => ResultAsync<CreatedToken, BadRequest | NotFound | Forbidden | QuotaExceeded | Unavailable>;

  /** Revokes a token for good from the next request on. */
  readonly revoke: (
    grant: OrganizationGrant<'tokens.revoke'>,
    tokenId: TokenId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;
}

const listTokens =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization, caller }: OrganizationGrant<'tokens.create'>, page: PageRequest): ResultAsync<Page<ApiToken>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.tokens.listOfOrganization(organization.id, caller.userId, page));

export const createTokens = (ports: Ports): Tokens => ({
  list: listTokens(ports),
  create: createToken(ports),
  revoke: revokeToken(ports),
});
