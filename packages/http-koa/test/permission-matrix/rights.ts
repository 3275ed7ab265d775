/**
 * Who may do what, typed by hand from spec 5.2 and 5.3. It shares nothing with the tables of the domain: it is what those are held against.
 */

export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING'] as const;
export type Role = (typeof roles)[number];

export const levels = ['NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
export type Level = (typeof levels)[number];

export const visibilities = ['PRIVATE', 'INTERNAL', 'PUBLIC'] as const;
export type Visibility = (typeof visibilities)[number];

export const scopes = ['repo:read', 'repo:write', 'repo:admin', 'org:read', 'usage:read'] as const;
export type Scope = (typeof scopes)[number];

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

// One line for each permission: the roles that hold it.
const rolesOf: Readonly<Record<string, readonly string[]>> = {
  'organization.read': list('OWNER ADMIN DEVELOPER VIEWER BILLING'),
  'organization.update': list('OWNER ADMIN'),
  'organization.delete': list('OWNER'),
  'members.read': list('OWNER ADMIN DEVELOPER VIEWER'),
  'members.invite': list('OWNER ADMIN'),
  'members.remove': list('OWNER ADMIN'),
  'repositories.read': list('OWNER ADMIN DEVELOPER VIEWER'),
  'repositories.create': list('OWNER ADMIN DEVELOPER'),
  'usage.read': list('OWNER ADMIN DEVELOPER VIEWER BILLING'),
  'storage.read': list('OWNER ADMIN DEVELOPER'),
  'storage.manage': list('OWNER ADMIN'),
  'audit.read': list('OWNER ADMIN'),
  'tokens.create': list('OWNER ADMIN DEVELOPER'),
  'tokens.revoke': list('OWNER ADMIN DEVELOPER'),
  'billing.read': list('OWNER BILLING'),
  'billing.update': list('OWNER BILLING'),
  'repository.pull': list('OWNER ADMIN DEVELOPER VIEWER'),
  'repository.push': list('OWNER ADMIN DEVELOPER'),
  'repository.update': list('OWNER ADMIN DEVELOPER'),
  'repository.admin': list('OWNER ADMIN'),
  'repository.members.manage': list('OWNER ADMIN'),
};

const levelsOf: Readonly<Record<string, readonly string[]>> = {
  'repository.pull': list('READ WRITE MAINTAIN ADMIN'),
  'repository.push': list('WRITE MAINTAIN ADMIN'),
  'repository.update': list('MAINTAIN ADMIN'),
  'repository.admin': list('ADMIN'),
  'repository.members.manage': list('ADMIN'),
};

const scopesOf: Readonly<Record<string, readonly string[]>> = {
  'organization.read': list('repo:read repo:write repo:admin org:read usage:read'),
  'organization.update': [],
  'organization.delete': [],
  'members.read': list('repo:read repo:write repo:admin org:read'),
  'members.invite': [],
  'members.remove': [],
  'repositories.read': list('repo:read repo:write repo:admin org:read'),
  'repositories.create': list('repo:admin'),
  'usage.read': list('usage:read'),
  'storage.read': [],
  'storage.manage': [],
  'audit.read': [],
  'tokens.create': [],
  'tokens.revoke': [],
  'billing.read': [],
  'billing.update': [],
  'repository.pull': list('repo:read repo:write repo:admin'),
  'repository.push': list('repo:write repo:admin'),
  'repository.update': list('repo:admin'),
  'repository.admin': list('repo:admin'),
  'repository.members.manage': [],
};

/** What an actor is to the organization and the repository of a request, and what they come with. */
export interface Standing {
  readonly credential: 'none' | 'bad' | 'suspended' | 'session' | 'token';
  readonly role?: Role | undefined;
  readonly level?: Level | undefined;
  readonly visibility: Visibility;
  readonly scopes?: readonly Scope[];
  /** Of a token: whether it was made in the organization of the request. */
  readonly ofOtherOrganization?: boolean;
  /** Of a token: the repository that it is bound to, as seen from the request. */
  readonly boundTo?: 'this' | 'other';
}

export type Outcome = 401 | 403 | 404 | 'through';

const holders = (table: Readonly<Record<string, readonly string[]>>, permission: string): readonly string[] => {
  const found = table[permission];
  if (found === undefined) throw new Error(`the table has no line for ${permission}`);
  return found;
};

const inScope = (standing: Standing, permission: string): boolean =>
  standing.credential === 'session' || (standing.scopes ?? []).some((scope) => holders(scopesOf, permission).includes(scope));

const ofOrganization = (standing: Standing, permission: string): Outcome => {
  const { role } = standing;
  if (role === undefined || standing.ofOtherOrganization === true) return 404;
  if (standing.boundTo !== undefined) return 403;
  return holders(rolesOf, permission).includes(role) && inScope(standing, permission) ? 'through' : 403;
};

const mayAsUser = ({ role, level, visibility }: Standing, permission: string): boolean => {
  // The levels of the matrix were set by an OWNER, so that they narrow an ADMIN; they narrow no OWNER.
  if (level !== undefined && role !== 'OWNER') return holders(levelsOf, permission).includes(level);
  if (role !== undefined && holders(rolesOf, permission).includes(role)) return true;
  if (permission !== 'repository.pull') return false;
  return visibility === 'PUBLIC' || (visibility === 'INTERNAL' && role !== undefined);
};

const ofRepository = (standing: Standing, permission: string): Outcome => {
  if (standing.ofOtherOrganization === true || standing.boundTo === 'other') return 404;
  if (!mayAsUser(standing, 'repository.pull')) return 404;
  return mayAsUser(standing, permission) && inScope(standing, permission) ? 'through' : 403;
};

/** Ends a demand that no token meets, whatever its scopes. */
const bySession = ' by session';

/** What a request must come to that demands this; `demand` is a permission, or how the request proves itself instead. */
export const expectedOutcome = (demand: string, standing: Standing): Outcome => {
  // The provider's signature is no matter of who asks: without one everybody hears the same 400.
  if (demand === 'open' || demand === 'internal' || demand === 'monitoring' || demand === 'provider-signed') return 'through';
  // Nobody in the matrix holds a signed link.
  if (demand === 'verify-link' || demand.startsWith('signed-')) return 403;
  if (standing.credential === 'none' || standing.credential === 'bad') return 401;
  if (standing.credential === 'suspended') return 403;
  if (demand === 'authenticated') return 'through';
  if (demand === 'session') return standing.credential === 'session' ? 'through' : 403;
  if (demand.endsWith(bySession)) {
    const outcome = expectedOutcome(demand.slice(0, -bySession.length), standing);
    return outcome === 'through' && standing.credential !== 'session' ? 403 : outcome;
  }
  return demand.startsWith('repository.') ? ofRepository(standing, demand) : ofOrganization(standing, demand);
};
