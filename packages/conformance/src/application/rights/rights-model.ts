import type { OrganizationPermission, OverrideLevel, RepositoryPermission, RepositoryVisibility, Role } from '@svc/core/model';

/** What a command comes to: `ok`, or the kind of the error, with its reason where it has one. */
export type Outcome = string;

export interface ModelOverride {
  readonly level: OverrideLevel;
  readonly isSetByOwner: boolean;
}

export interface ModelRepository {
  readonly organization: number;
  slug: number;
  visibility: RepositoryVisibility;
  isDeleted: boolean;
  readonly overrides: Map<number, ModelOverride>;
  /** Who holds a path. */
  readonly locks: Map<number, number>;
}

export type ModelScope = 'repo:read' | 'repo:write' | 'repo:admin' | 'org:read' | 'usage:read';

export interface ModelToken {
  readonly organization: number;
  readonly user: number;
  readonly scopes: readonly ModelScope[];
  readonly repository: number | undefined;
  isRevoked: boolean;
}

/** Two organizations and a few users, as plain maps: users, repositories and tokens are numbers. */
export interface RightsModel {
  /** The roles of the members of each organization. */
  readonly organizations: readonly Map<number, Role>[];
  readonly repositories: ModelRepository[];
  readonly tokens: ModelToken[];
  readonly suspended: Set<number>;
}

/** Who acts: a user with a session of theirs, or with a token. */
export type ModelActor = { readonly user: number; readonly token?: ModelToken };

/** Written down from the tables of the specification (5.2, 5.3), not from the code that is held to them. */
const holders: Readonly<Partial<Record<OrganizationPermission, readonly Role[]>>> = {
  'organization.read': ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING'],
  'members.remove': ['OWNER', 'ADMIN'],
  'repositories.create': ['OWNER', 'ADMIN', 'DEVELOPER'],
  'tokens.create': ['OWNER', 'ADMIN', 'DEVELOPER'],
  'tokens.revoke': ['OWNER', 'ADMIN', 'DEVELOPER'],
};
export const ladder = [
  'repository.pull',
  'repository.push',
  'repository.update',
  'repository.admin',
  'repository.members.manage',
] as const satisfies readonly RepositoryPermission[];
const rungsOfRole: Readonly<Record<Role, number>> = { OWNER: 5, ADMIN: 5, DEVELOPER: 3, VIEWER: 1, BILLING: 0 };
const rungsOfLevel: Readonly<Record<OverrideLevel, number>> = { NONE: 0, READ: 1, WRITE: 2, MAINTAIN: 3, ADMIN: 5 };
const scopesOf: Readonly<Record<string, readonly ModelScope[]>> = {
  'organization.read': ['repo:read', 'repo:write', 'repo:admin', 'org:read', 'usage:read'],
  'repositories.create': ['repo:admin'],
  'repository.pull': ['repo:read', 'repo:write', 'repo:admin'],
  'repository.push': ['repo:write', 'repo:admin'],
  'repository.update': ['repo:admin'],
  'repository.admin': ['repo:admin'],
};

export const notFound = 'not_found';
export const lacksPermission = 'forbidden:permission';

/** Whether the credential is good at all. */
export const credentialOf = (model: RightsModel, { user, token }: ModelActor): Outcome => {
  if (token?.isRevoked === true) return 'unauthorized:invalid_credential';
  return model.suspended.has(user) ? 'forbidden:account_suspended' : 'ok';
};

const isInScope = ({ token }: ModelActor, permission: string): boolean =>
  token === undefined || (scopesOf[permission] ?? []).some((scope) => token.scopes.includes(scope));

export const roleIn = (model: RightsModel, organization: number, user: number): Role | undefined =>
  model.organizations[organization]?.get(user);

export const mayInOrganization = (
  model: RightsModel,
  actor: ModelActor,
  organization: number,
  permission: OrganizationPermission,
): Outcome => {
  const role = roleIn(model, organization, actor.user);
  if (role === undefined) return notFound;
  if (actor.token !== undefined && actor.token.organization !== organization) return notFound;
  const isBound = actor.token?.repository !== undefined;
  const isHeld = !isBound && isInScope(actor, permission) && holders[permission]?.includes(role) === true;
  return isHeld ? 'ok' : lacksPermission;
};

/** How far up the ladder a user gets on a repository. */
const rungsOf = (model: RightsModel, repository: ModelRepository, user: number): number => {
  const role = roleIn(model, repository.organization, user);
  const override = repository.overrides.get(user);
  const isCounted = role !== 'OWNER' && (role !== 'ADMIN' || override?.isSetByOwner === true);
  if (override !== undefined && isCounted) return rungsOfLevel[override.level];
  const byRole = role === undefined ? 0 : rungsOfRole[role];
  const isOpen = repository.visibility === 'PUBLIC' || (repository.visibility === 'INTERNAL' && role !== undefined);
  return Math.max(byRole, isOpen ? 1 : 0);
};

export const mayOnRepository = (
  model: RightsModel,
  actor: ModelActor,
  number: number,
  permission: RepositoryPermission,
): Outcome => {
  const repository = model.repositories[number];
  if (repository === undefined || repository.isDeleted) return notFound;
  const { token } = actor;
  if (token !== undefined && token.organization !== repository.organization) return notFound;
  if (token?.repository !== undefined && token.repository !== number) return notFound;
  const rungs = rungsOf(model, repository, actor.user);
  if (rungs === 0) return notFound;
  return ladder.indexOf(permission) < rungs && isInScope(actor, permission) ? 'ok' : lacksPermission;
};

/** A member who leaves keeps no level on the organization's repositories but being barred, and no token. */
export const depart = (model: RightsModel, organization: number, user: number): void => {
  model.organizations[organization]?.delete(user);
  for (const { organization: owner, overrides } of model.repositories) {
    if (owner === organization && overrides.get(user)?.level !== 'NONE') overrides.delete(user);
  }
  for (const token of model.tokens) if (token.organization === organization && token.user === user) token.isRevoked = true;
};

/** Whether nobody else is an OWNER and not suspended. */
export const isLastActiveOwner = (model: RightsModel, organization: number, user: number): boolean => {
  const members = model.organizations[organization] ?? new Map();
  const isActing = ([other, role]: readonly [number, string]): boolean =>
    other !== user && role === 'OWNER' && !model.suspended.has(other);
  return members.get(user) === 'OWNER' && ![...members].some(isActing);
};
