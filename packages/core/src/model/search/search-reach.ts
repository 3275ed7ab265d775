import type { Caller } from '../permissions/caller.js';
import { permissionsOfScopes } from '../permissions/token-scope.js';
import type { OrganizationId, RepositoryId, UserId } from '../values/index.js';

/**
 * Whose eyes search looks through: the user's organizations, the repositories in them that the user may read, and those elsewhere on which the user
 * has a level of their own. What is public elsewhere is not searched.
 */
export interface SearchReach {
  readonly userId: UserId;
  /** Of a token: nothing outside of it. */
  readonly organizationId: OrganizationId | undefined;
  /** Of a token that is bound to one. */
  readonly repositoryId: RepositoryId | undefined;
}

/** What a credential may search at all. */
export interface SearchedKinds {
  readonly organizations: boolean;
  /** And what is in them. */
  readonly repositories: boolean;
}

export const searchReach = ({ userId, credential }: Caller): SearchReach =>
  credential.kind === 'session'
    ? { userId, organizationId: undefined, repositoryId: undefined }
    : { userId, organizationId: credential.organizationId, repositoryId: credential.repositoryId };

/** A token finds what its scopes let it list or read; one that is bound to a repository reaches no organization (spec 5.3). */
export const searchedKinds = ({ credential }: Caller): SearchedKinds => {
  if (credential.kind === 'session') return { organizations: true, repositories: true };
  const scopes = permissionsOfScopes(credential.scopes);
  const isBound = credential.repositoryId !== undefined;
  return { organizations: !isBound, repositories: scopes.has(isBound ? 'repository.pull' : 'repositories.read') };
};
