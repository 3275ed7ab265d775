import type { RepositoryVisibility } from '../repository.js';
import type { OrganizationId, RepositoryId } from '../values/index.js';
import type { Credential } from './caller.js';
import {
  type OrganizationPermission,
  organizationPermissions,
  type RepositoryPermission,
  repositoryPermissions,
} from './permission.js';
import { countsFor, type OverrideLevel, permissionsOfOverride } from './repository-override.js';
import { permissionsOfRole, type Role } from './role.js';
import { permissionsOfScopes } from './token-scope.js';

export interface RepositoryAccessFacts {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly visibility: RepositoryVisibility;
  /** The user's role in the repository's organization; undefined for an outsider. */
  readonly role: Role | undefined;
  readonly override: OverrideLevel | undefined;
  /** Whether an OWNER has set the override; false without one. */
  readonly isOverrideSetByOwner: boolean;
}

export interface OrganizationAccessFacts {
  readonly organizationId: OrganizationId;
  readonly role: Role | undefined;
}

/** `known`: the caller may learn that the thing exists. `held`: what the caller may do with it. */
export interface Access<P> {
  readonly known: boolean;
  readonly held: ReadonlySet<P>;
}

const nothing: Access<never> = { known: false, held: new Set<never>() };

const withinScopes = <P extends OrganizationPermission | RepositoryPermission>(
  permissions: readonly P[],
  credential: Credential,
): ReadonlySet<P> => {
  if (credential.kind === 'session') return new Set(permissions);
  const reach = permissionsOfScopes(credential.scopes);
  return new Set(permissions.filter((permission) => reach.has(permission)));
};

const permissionsOfUser = (facts: RepositoryAccessFacts): readonly RepositoryPermission[] => {
  const { override, role } = facts;
  if (override !== undefined && countsFor(role, facts.isOverrideSetByOwner)) return permissionsOfOverride(override);
  const byRole = role === undefined ? [] : repositoryPermissions.filter((permission) => permissionsOfRole[role].has(permission));
  if (byRole.length > 0) return byRole;
  const openToUser = facts.visibility === 'PUBLIC' || (facts.visibility === 'INTERNAL' && role !== undefined);
  return openToUser ? ['repository.pull'] : [];
};

/**
 * What a caller may do with one repository: the least of role (or override, or visibility), token scopes and token binding.
 * Spec 5.2, 5.3. A token that its user's rights would carry further than its scopes knows of the repository all the same.
 */
export const decideRepositoryAccess = (facts: RepositoryAccessFacts, credential: Credential): Access<RepositoryPermission> => {
  if (credential.kind === 'token') {
    if (credential.organizationId !== facts.organizationId) return nothing;
    if (credential.repositoryId !== undefined && credential.repositoryId !== facts.repositoryId) return nothing;
  }
  const permissions = permissionsOfUser(facts);
  if (permissions.length === 0) return nothing;
  return { known: true, held: withinScopes(permissions, credential) };
};

/** What a caller may do with an organization; outsiders do not learn that it exists. */
export const decideOrganizationAccess = (
  facts: OrganizationAccessFacts,
  credential: Credential,
): Access<OrganizationPermission> => {
  const role = facts.role;
  if (role === undefined) return nothing;
  if (credential.kind === 'token') {
    if (credential.organizationId !== facts.organizationId) return nothing;
    if (credential.repositoryId !== undefined) return { known: true, held: new Set() };
  }
  const permissions = organizationPermissions.filter((permission) => permissionsOfRole[role].has(permission));
  return { known: true, held: withinScopes(permissions, credential) };
};
