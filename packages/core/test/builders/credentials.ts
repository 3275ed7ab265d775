import type { Credential } from '../../src/model/permissions/caller.js';
import { type TokenScope, tokenScopes } from '../../src/model/permissions/token-scope.js';
import { type OrganizationId, type RepositoryId, type TokenId, trusted } from '../../src/model/values/index.js';

export const session: Credential = { kind: 'session' };

/** A token of `organizationId` with these scopes, bound to `repositoryId` when one is given. */
export const tokenWith = (
  scopes: readonly TokenScope[],
  organizationId: OrganizationId,
  repositoryId?: RepositoryId,
): Credential => ({
  kind: 'token',
  tokenId: trusted<TokenId>('00000000-0000-4000-8000-0000000000ff'),
  organizationId,
  repositoryId,
  scopes,
});

/** All subsets of the scopes, the empty one included: 32. */
export const scopeSubsets: readonly (readonly TokenScope[])[] = tokenScopes.reduce<readonly (readonly TokenScope[])[]>(
  (subsets, scope) => [...subsets, ...subsets.map((subset) => [...subset, scope])],
  [[]],
);
