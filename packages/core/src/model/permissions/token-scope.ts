import type { Permission } from './permission.js';

export const tokenScopes = ['repo:read', 'repo:write', 'repo:admin', 'org:read', 'usage:read'] as const;
/** What a token may be asked to do at most (spec 5.3). */
export type TokenScope = (typeof tokenScopes)[number];

export const isTokenScope = (text: string): text is TokenScope => tokenScopes.some((scope) => scope === text);

const organizationReading: readonly Permission[] = ['organization.read', 'members.read', 'repositories.read'];
const pulling: readonly Permission[] = [...organizationReading, 'repository.pull'];
const pushing: readonly Permission[] = [...pulling, 'repository.push'];

const permissionsOfScope: Readonly<Record<TokenScope, readonly Permission[]>> = {
  'repo:read': pulling,
  'repo:write': pushing,
  'repo:admin': [...pushing, 'repository.update', 'repository.admin', 'repositories.create'],
  'org:read': organizationReading,
  'usage:read': ['organization.read', 'usage.read'],
};

const reachOfScopes = new Map<string, ReadonlySet<Permission>>();

/** Everything that a set of scopes reaches; a permission outside of it is out of reach whatever the role. */
export const permissionsOfScopes = (scopes: readonly TokenScope[]): ReadonlySet<Permission> => {
  const name = scopes.join(' ');
  const known = reachOfScopes.get(name);
  if (known !== undefined) return known;
  const reach = new Set(scopes.flatMap((scope) => permissionsOfScope[scope]));
  // Five scopes have few orders that ever occur; the bound is for a store that holds nonsense.
  if (reachOfScopes.size < 1000) reachOfScopes.set(name, reach);
  return reach;
};
