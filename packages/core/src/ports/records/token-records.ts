import type { ApiToken } from '../../model/api-token.js';
import type { Instant, OrganizationId, Page, PageRequest, RepositoryId, TokenId, UserId } from '../../model/values/index.js';

export interface TokenQueries {
  /** Newest first, without the revoked ones, nor those that others have bound to a repository which is hidden from the user; undefined: nothing is. */
  listOfOrganization(organizationId: OrganizationId, hiddenFrom: UserId | undefined, page: PageRequest): Promise<Page<ApiToken>>;
  /** Neither revoked nor expired at `now`. */
  countActive(organizationId: OrganizationId, now: Instant): Promise<number>;
  /** The same with those that have expired. */
  countAll(organizationId: OrganizationId): Promise<number>;
}

export interface TokenRecords extends TokenQueries {
  add(token: ApiToken, secretSha256: string): Promise<void>;
  /** Removes what has expired at `now`; says how many tokens the organization has then. */
  removeExpired(organizationId: OrganizationId, now: Instant): Promise<number>;
  /**
   * Ends the token for good. False when the organization has no such live token; with `onlyOfUser`, also when somebody else made it.
   */
  revoke(organizationId: OrganizationId, tokenId: TokenId, now: Instant, onlyOfUser?: UserId): Promise<boolean>;
  /** Ends every token that the user has made in the organization, and names them in the order of their ids. */
  revokeAllOfUser(organizationId: OrganizationId, userId: UserId, now: Instant): Promise<readonly TokenId[]>;
  /** Ends every token that is bound to the repository of the organization, and names them in the order of their ids. */
  revokeAllOfRepository(organizationId: OrganizationId, repositoryId: RepositoryId, now: Instant): Promise<readonly TokenId[]>;
}
