import { organizationPermissions, type Permission, repositoryPermissions } from './permission.js';

export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING'] as const;
/** What a member is to an organization (spec 2.1). */
export type Role = (typeof roles)[number];

export const isRole = (text: string): text is Role => roles.some((role) => role === text);

const reading: readonly Permission[] = [
  'organization.read',
  'members.read',
  'repositories.read',
  'usage.read',
  'repository.pull',
];

const developing: readonly Permission[] = [
  ...reading,
  'repositories.create',
  'tokens.create',
  'tokens.revoke',
  'storage.read',
  'repository.push',
  'repository.update',
];

const administering: readonly Permission[] = [
  ...developing,
  'organization.update',
  'members.invite',
  'members.remove',
  'storage.manage',
  'audit.read',
  'repository.admin',
  'repository.members.manage',
];

/** The permission matrix of spec 5.2, one row for each role. */
export const permissionsOfRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  OWNER: new Set<Permission>([...organizationPermissions, ...repositoryPermissions]),
  ADMIN: new Set(administering),
  DEVELOPER: new Set(developing),
  VIEWER: new Set(reading),
  BILLING: new Set<Permission>(['organization.read', 'usage.read', 'billing.read', 'billing.update']),
};

/** A DEVELOPER revokes only tokens of their own making. */
export const revokesTokensOfOthers = (role: Role): boolean => role === 'OWNER' || role === 'ADMIN';
