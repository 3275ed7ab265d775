/** Organization permissions are not ordered: each is matched exactly. */
export const organizationPermissions = [
  'organization.read',
  'organization.update',
  'organization.delete',
  'members.read',
  'members.invite',
  'members.remove',
  'usage.read',
  'repositories.read',
  'repositories.create',
  'storage.read',
  'storage.manage',
  'tokens.create',
  'tokens.revoke',
  'audit.read',
  'billing.read',
  'billing.update',
] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** Weakest first. A caller that holds one holds all before it: a law that the test of `decideAccess` checks for every input. */
export const repositoryPermissions = [
  'repository.pull',
  'repository.push',
  'repository.update',
  'repository.admin',
  'repository.members.manage',
] as const;
export type RepositoryPermission = (typeof repositoryPermissions)[number];

export type Permission = OrganizationPermission | RepositoryPermission;

/** The permissions that include P: the ladder from P upward. */
export type AtLeast<P, Ladder extends readonly unknown[] = typeof repositoryPermissions> = Ladder extends readonly [
  infer First,
  ...infer Higher,
]
  ? First extends P
    ? Ladder[number]
    : AtLeast<P, Higher>
  : never;
